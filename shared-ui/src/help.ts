/** Joining a call whose agent asks for help. The shell and the remote with the floor each bundle it. */
export { deskAddress, useJoin } from "./help/use-join.ts";
