import type { Decision } from "@souffleur/contracts";
import { decideDomain, listDomains, type RequestedDomain } from "@souffleur/contracts/sso";
import {
  Badge,
  Button,
  Card,
  call,
  EmptyState,
  formatShortDate,
  Page,
  PageHeader,
  RowList,
  toast,
  UsersIcon,
} from "@souffleur/shared-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { NotLoaded } from "../not-loaded.tsx";
import { PageLink } from "../page-link.tsx";
import { t } from "../texts/texts.ts";
import { endsSession, type FailureTexts, ownFailureText } from "../users/failure-text.ts";
import styles from "./single-sign-on.module.css";
import { domainStateTexts, stateTones } from "./states.ts";

const loadingTexts: FailureTexts = {
  refused: "The domains could not be loaded.",
  unanswered: "The domains could not be loaded. Please check your connection.",
};
const decidingTexts: FailureTexts = {
  refused: "The decision could not be saved.",
  unanswered: "The decision could not be saved. Please try again.",
};

/** The email domains that organizations have entered for single sign-on; for platform administrators. */
export default function DomainsPage({ callerId }: { callerId: string }) {
  const queryClient = useQueryClient();
  const key = ["admin", callerId, "domains"];
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(listDomains, {}, signal)).data.domains,
    refetchOnMount: "always",
  });
  const mutation = useMutation({
    mutationFn: ({ domain, decision }: { domain: RequestedDomain; decision: Decision }) => {
      const { organizationId, name } = domain;
      return call(decideDomain, { params: { organizationId, name }, body: { decision } });
    },
    onSuccess: (_answer, { decision }) =>
      toast.success(t(decision === "approve" ? "Domain confirmed." : "Domain refused.")),
    onError: (failure) => {
      if (!endsSession(failure)) toast.error(ownFailureText(failure, decidingTexts));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
  return (
    <Page>
      <PageHeader
        title={t("Domains")}
        subtitle={t("Confirm a domain only if the organization has shown that it is its own.")}
      >
        <PageLink to="/admin/users" icon={UsersIcon} name={t("User Management")} />
      </PageHeader>
      <Card title={t("Domains for single sign-on")}>
        {query.data === undefined ? (
          <NotLoaded query={query} texts={loadingTexts} height={120} />
        ) : query.data.length === 0 ? (
          <EmptyState>{t("No organization has entered a domain yet.")}</EmptyState>
        ) : (
          <RowList className={styles.requested} label={t("Domains for single sign-on")}>
            {query.data.map((domain) => (
              <Row
                key={`${domain.organizationId} ${domain.name}`}
                domain={domain}
                isBusy={mutation.isPending}
                onDecide={(decision) => !mutation.isPending && mutation.mutate({ domain, decision })}
              />
            ))}
          </RowList>
        )}
      </Card>
    </Page>
  );
}

interface RowProps {
  domain: RequestedDomain;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

function Row({ domain, isBusy, onDecide }: RowProps) {
  const { organizationId, organizationName, name, state, requestedAt, requestedBy, confirmedFor } = domain;
  const id = `domain-${organizationId}-${name}`;
  return (
    <li>
      <div>
        <div className={styles.name}>
          <span id={id}>{name}</span>
          <Badge tone={stateTones[state]}>{t(domainStateTexts[state])}</Badge>
        </div>
        <div className={styles.second}>
          {t("{organization} · {person} · {date}", {
            organization: organizationName,
            person: requestedBy,
            date: formatShortDate(requestedAt),
          })}
        </div>
        {confirmedFor !== undefined && (
          <div className={styles.second}>
            {t("Confirmed for {organization}", { organization: confirmedFor })}
          </div>
        )}
      </div>
      {state === "waiting" && (
        <div className={styles.actions}>
          {confirmedFor === undefined && (
            <Button small aria-describedby={id} disabled={isBusy} onClick={() => onDecide("approve")}>
              {t("Confirm domain")}
            </Button>
          )}
          <Button
            small
            variant="danger"
            aria-describedby={id}
            disabled={isBusy}
            onClick={() => onDecide("reject")}
          >
            {t("Refuse")}
          </Button>
        </div>
      )}
    </li>
  );
}
