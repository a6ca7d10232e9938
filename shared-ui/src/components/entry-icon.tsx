import type { EntryIcon as EntryIconName } from "@souffleur/contracts/remote-manifest";
import {
  AnalyticsIcon,
  ConversationIcon,
  DashboardIcon,
  DealIcon,
  FloorIcon,
  HelpIcon,
  MailIcon,
  MeetingIcon,
  PhoneIcon,
  PlaybookIcon,
  ReleaseIcon,
  RevenueIcon,
  SearchIcon,
  SettingsIcon,
  ShieldIcon,
  UserIcon,
  UsersIcon,
} from "./icons.ts";

const icons: Readonly<Record<EntryIconName, typeof ReleaseIcon>> = {
  analytics: AnalyticsIcon,
  call: PhoneIcon,
  conversation: ConversationIcon,
  dashboard: DashboardIcon,
  data: ShieldIcon,
  deal: DealIcon,
  floor: FloorIcon,
  help: HelpIcon,
  mail: MailIcon,
  meeting: MeetingIcon,
  playbook: PlaybookIcon,
  releases: ReleaseIcon,
  revenue: RevenueIcon,
  search: SearchIcon,
  settings: SettingsIcon,
  user: UserIcon,
  users: UsersIcon,
};

/** The icon named in a remote's manifest. A name that this page does not know yet gets a generic icon. */
export function EntryIcon({ name }: { name: string }) {
  const Icon = icons[name as EntryIconName] ?? ReleaseIcon;
  return <Icon aria-hidden />;
}
