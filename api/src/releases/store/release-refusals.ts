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
  archiveHeaders: {
    text: "The archive has more than {bytes} bytes of headers.",
    remedy: "Pack the files of one build alone, as the release command does.",
  },
  archiveEntry: {
    text: "The archive holds {file}, which is no plain file of one folder.",
    remedy: "Pack the files of one build alone, as the release command does.",
  },
  archiveKind: {
    text: "The archive holds {file}, which is none of {kinds}.",
    remedy: "Leave it out of the build.",
  },
  archiveTwice: {
    text: "The archive holds {file} twice.",
    remedy: "Pack the files of one build alone, as the release command does.",
  },
  archiveFiles: {
    text: "The archive holds more than {count} files.",
    remedy: "Pack the files of one build alone, as the release command does.",
  },
  archiveSize: {
    text: "The archive has more than {bytes} bytes when it is unpacked.",
    remedy: "Pack the files of one build alone, as the release command does.",
  },
  archiveUnreadable: {
    text: "The archive is no gzipped tar that can be read.",
    remedy: "Pack the files of one build alone, as the release command does.",
  },
  archiveEmpty: {
    text: "The archive holds no release.json.",
    remedy: "Pack the files of one build alone, as the release command does.",
  },
  archiveUnlisted: {
    text: "The archive holds {file}, which its release.json does not list.",
    remedy: "Pack the files of one build alone, as the release command does.",
  },
  archiveOfOther: {
    text: "The archive holds {found}, not {name}.",
    remedy: "Release it under its own name.",
  },
  archiveGlobal: {
    text: "The archive's entry would set {global}, which is not {name}'s.",
    remedy: "Build it with the project's own configuration.",
  },
  archiveIntegrity: {
    text: "The archive's {file} has no integrity.",
    remedy: "Build it again.",
  },
  fileKind: {
    text: "{name} {version} has {file}; a release may have {kinds}.",
    remedy: "Leave it out of the build.",
  },
  manifest: {
    text: "{name} {version} has a remote.json that can't be used. {problems}",
  },
  styles: {
    text: "{name} {version} has styles that reach outside of its own screens. {file}: {rules}.",
    remedy: "Give each of them a class of a *.module.css file.",
  },
  otherContent: {
    text: "{name} {version} is kept with other files: a version names one content.",
    remedy: "Build it again.",
  },
  missingFile: {
    text: "{name} {version} has no file {file}",
  },
  changedFile: {
    text: "{file} differs from what its release.json says",
  },
  otherFile: {
    text: "{name} {version} has another {file}: the name is that of its content.",
    remedy: "Build it again.",
  },
  nothingBuilt: {
    text: "There is no release.json: nothing is built there.",
    remedy: "Build it first.",
  },
  unreadableRelease: {
    text: "The release.json can't be read as that of a release.",
    remedy: "Build it again.",
  },
  unknownVersion: {
    text: "{name} has no release {version}; see --list for what is kept.",
  },
  missingVersion: {
    text: "{name} {version} is not kept.",
  },
  notLive: {
    text: "{name} {version} is no longer live.",
  },
  noActive: {
    text: "No release of {name} is active.",
  },
  nothingRemoved: {
    text: "No release of {name} is live: nothing was removed.",
  },
  noEarlier: {
    text: "{name} has no earlier release to go back to.",
  },
  noCanary: {
    text: "{name} has no canary to promote.",
  },
  canaryAlone: {
    text: "{name} has no active release beside which a canary could run.",
    remedy: "Activate one first.",
  },
  activeAlready: {
    text: "{name} {version} is active already: all users have it.",
  },
  specified: {
    text: "{name} can't be removed: the specification requires its screens.",
  },
  conflict: {
    text: "{name} {version} can't go live.",
  },
  misfit: {
    text: "{name} {version} does not fit the shell: {mismatches}.",
    remedy: "Build it with the shell's versions.",
  },
  busy: {
    text: "Another release has been written for {seconds} s. Try again when it is done.",
  },
  unreadableRegistry: {
    text: "The registry remotes.json can't be read; fix or remove it.",
  },
  noSpace: {
    text: "There is no space left for the releases ({code}); nothing was changed. Make room.",
  },
  unwritable: {
    text: "The releases' folder can't be written ({code}); nothing was changed. RELEASES_DIR names it.",
  },
  noFolder: {
    text: "{folder} cannot be a folder for releases ({code}).",
    remedy: "Set RELEASES_DIR to one that this user may write to.",
  },
  unreachable: {
    text: "{origin} could not be reached: {reason}.",
  },
  refusedThere: {
    text: "{origin} refused it ({status}): {reason}",
  },
  noServer: {
    text: "{address} is not a Souffleur server.",
  },
} as const satisfies Readonly<Record<string, ReleaseRefusal>>;

export type ReleaseErrorCode = keyof typeof releaseRefusals;
