/** What is loaded after the first paint, which never shows a toast. */
export { Toaster, toast } from "sonner";
export { keepToastsFree } from "./keep-toasts-free.ts";
