import type { ApiText } from "../../texts/texts.ts";

interface ReleaseRefusal {
  /** What is wrong. */
  text: ApiText;
  /** What to do about it, unless `text` says it. */
  remedy?: ApiText;
}

/**
 * Every reason for which a release, or a change of what is live, is refused, wherever it is found out: by a command, at an
 * upload or at a start. Values are in braces.
 */
export const releaseRefusals = {
  archiveUnreadable: {
    text: "The archive is no gzipped tar that can be read.",
    remedy: "Pack the files of one build alone, as the release command does.",
  },
  archiveOfOther: {
    text: "The archive holds {found}, not {name}.",
    remedy: "Release it under its own name.",
  },
  releaseSize: {
    text: "The release has more than {bytes} bytes when it is unpacked.",
    remedy: "Pack the files of one build alone, as the release command does.",
  },
  fileSize: {
    text: "{file} has more than {bytes} bytes.",
    remedy: "Split it, or leave it out of the build.",
  },
  unlisted: {
    text: "The release has {file}, which its release.json does not list.",
    remedy: "Pack the files of one build alone, as the release command does.",
  },
  foreignGlobal: {
    text: "The release's entry would set {global}, which is not {name}'s.",
    remedy: "Build it with the project's own configuration.",
  },
  noIntegrity: { text: "The release's {file} has no integrity.", remedy: "Build it again." },
  nothingBuilt: { text: "There is no release.json: nothing is built there.", remedy: "Build it first." },
  fileKind: {
    text: "{name} {version} has {file}; a release may have {kinds}.",
    remedy: "Leave it out of the build.",
  },
  manifest: { text: "{name} {version} has a remote.json that can't be used. {problems}" },
  styles: {
    text: "{name} {version} has styles that reach outside of its own screens. {file}: {rules}.",
    remedy: "Give each of them a class of a *.module.css file.",
  },
  stylesUnread: {
    text: "The styles of {name} {version} take too long to check.",
    remedy: "Leave out those that are not used.",
  },
  otherContent: {
    text: "{name} {version} is kept with other files: a version names one content.",
    remedy: "Build it again.",
  },
  missingFile: { text: "{name} {version} has no file {file}." },
  changedFile: { text: "{file} differs from what its release.json says." },
  otherFile: {
    text: "{name} {version} has another {file}: the name is that of its content.",
    remedy: "Build it again.",
  },
  unreadableRelease: {
    text: "The release.json can't be read as that of a release.",
    remedy: "Build it again.",
  },
  unknownVersion: { text: "{name} has no release {version}; see --list for what is kept." },
  missingVersion: { text: "{name} {version} is not kept." },
  notLive: { text: "{name} {version} is no longer live." },
  nothingRemoved: { text: "No release of {name} is live: nothing was removed." },
  noEarlier: { text: "{name} has no earlier release to go back to." },
  noCanary: { text: "{name} has no canary to promote." },
  canaryAlone: {
    text: "{name} has no active release beside which a canary could run.",
    remedy: "Activate one first.",
  },
  previewTaken: {
    text: "{name} is the name of a preview of {remote} until {until}.",
    remedy: "Choose another name.",
  },
  previewsMax: {
    text: "There are {max} previews, which is the most that a deployment has. The next one ends at {until}.",
    remedy: "Wait until then, or use the name of one that is no longer needed.",
  },
  activeAlready: { text: "{name} {version} is active already: all users have it." },
  specified: { text: "{name} can't be removed: the specification requires its screens." },
  conflict: { text: "{name} {version} can't go live." },
  misfit: {
    text: "{name} {version} does not fit the shell: {mismatches}.",
    remedy: "Build it with the shell's versions.",
  },
  overtaken: {
    text: "{name} was changed at the same moment by {by} ({version}).",
    remedy: "Look at what is live now, then try again.",
  },
  unreadableRegistry: {
    text: "The stored registry of remotes can't be read: a newer version may have written it.",
    remedy: "Use that version.",
  },
  unreachable: { text: "{origin} could not be reached: {reason}." },
  tokenRefused: {
    text: "{origin} does not accept this token.",
    remedy: "Set RELEASES_TOKEN to that server's own, or to a platform administrator's access token.",
  },
  refusedThere: { text: "{origin} refused it ({status}): {reason}" },
  noServer: { text: "{address} is not a Souffleur server." },
} as const satisfies Readonly<Record<string, ReleaseRefusal>>;

export type ReleaseErrorCode = keyof typeof releaseRefusals;
