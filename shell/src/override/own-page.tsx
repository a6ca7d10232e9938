import { useLocation } from "react-router-dom";
import OverridePage from "./override-page.tsx";
import { PreviewPage } from "./preview-page.tsx";

/** The page at a path of the shell's own. A default export because of `lazy`. */
export default function OwnPage() {
  return useLocation().pathname === "/remote-preview" ? <PreviewPage /> : <OverridePage />;
}
