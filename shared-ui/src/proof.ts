/** Asking again who the user is. Each remote whose changes may need it bundles it; the shell does not share it. */
export { useProof, type WithProof } from "./proof/use-proof.tsx";
