export { readStored, readStoredJson, storedKeys } from "./browser/browser-storage.ts";
export { type Command, currentCommands, provideCommands, useCommands } from "./browser/commands.ts";
export {
  commandKey,
  type KeyPress,
  keyOf,
  readKeyPress,
  setShortcutsOn,
  shortcutsOn,
  takesText,
} from "./browser/keyboard.ts";
export { saveFile } from "./browser/save-file.ts";
export {
  loadWordSaversWith,
  saveWordsWith,
  writeStoredDated as writeStored,
} from "./browser/stored-words.ts";
export { chooseTheme, useTheme } from "./browser/theme.ts";
export { useNow } from "./browser/use-now.ts";
export { usePageSeen } from "./browser/use-page-seen.ts";
export { useShown } from "./browser/use-shown.ts";
export { Address } from "./components/address.tsx";
export { Button, type ButtonProps, buttonClass, IconButton } from "./components/button.tsx";
export {
  Badge,
  Card,
  EmptyState,
  ErrorState,
  Page,
  PageHeader,
  RowList,
  Skeleton,
  StatTile,
  Tiles,
} from "./components/card.tsx";
export { classNames } from "./components/class-names.ts";
export { ColumnPage } from "./components/column-page.tsx";
export { ConfirmDialog, Dialog, Drawer } from "./components/dialog.tsx";
export { EntryIcon } from "./components/entry-icon.tsx";
export {
  CheckboxField,
  PasswordField,
  Select,
  SelectField,
  Switch,
  TextAreaField,
  TextField,
} from "./components/field.tsx";
export * from "./components/icons.ts";
export { LoadingScreen, Logo } from "./components/logo.tsx";
export { Menu, MenuChoice, MenuGroup, MenuItem, MenuLink, MenuSeparator } from "./components/menu.tsx";
export { Notice, type NoticeAction, type NoticeKind } from "./components/notice.tsx";
export { SearchField, useSearchText } from "./components/search-field.tsx";
export { Segmented } from "./components/segmented.tsx";
export { ShowTogether, useAwaited } from "./components/show-together.tsx";
export { SortHeader } from "./components/sort-header.tsx";
export { Tabs } from "./components/tabs.tsx";
export { ActionTip, NotYet, TooltipProvider } from "./components/tooltip.tsx";
export * from "./format.ts";
export {
  errorTexts,
  failureTexts,
  screenTexts,
  sessionExpiredText,
  tokenInvalidText,
} from "./http/catalogue.ts";
export { request, serverNow } from "./http/request.ts";
export { RequestError } from "./http/request-error.ts";
export { chooseLanguage, language, locale } from "./language/language.ts";
export { createTexts } from "./language/texts.tsx";
export { queryDefaults } from "./query-defaults.ts";
export { useCallsOnScreen, useShowCalls } from "./realtime/calls-on-screen.ts";
export { useIsConnectionNoticeOwned, useOwnConnectionNotice } from "./realtime/connection-notice-owner.ts";
export { startHeartbeat } from "./realtime/heartbeat.ts";
export { useConnectionStatus, useRunningCall } from "./realtime/hooks.ts";
export { callInProgress, ownPageCall, useCallBar, useCallInProgress } from "./realtime/page-call.ts";
export {
  type ConnectionStatus,
  connectionStatus,
  onServerEvent,
  reconnect,
  runningCall,
  startRealtime,
  subscribeConnection,
} from "./realtime/socket.ts";
export { joinCallSession, socketRequest } from "./realtime/socket-requests.ts";
export { QuickActionsContext, type RemoteModule, useQuickActions } from "./routing.ts";
export type { AuthState } from "./session/auth-state.ts";
export { call, download } from "./session/call.ts";
export { changeLanguage, languageChoices } from "./session/change-language.ts";
export { type Preference, usePreferences } from "./session/preferences.ts";
export { sendErrorReport, sendReports } from "./session/send-reports.ts";
export { leaveFor, signIn, signInBy, signOut, startSession } from "./session/session.ts";
export {
  ownCurrency,
  renameOrganization,
  sessionState,
  setCurrency,
  setPasskeyFrom,
  subscribeSession,
  updateUser,
} from "./session/session-store.ts";
export { keepWhisperSound, soundsWhispers, switches } from "./session/switches.ts";
export { useSession } from "./session/use-session.ts";
export { contractText, loadTexts as loadSharedTexts, t as sharedText } from "./texts/texts.ts";
export { toast } from "./toasts/toast.ts";
export { Toaster } from "./toasts/toaster.tsx";
