import type { Decision } from "@souffleur/contracts";
import { decideDomain, listDomains, type RequestedDomain } from "@souffleur/contracts/sso";
import {
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
import { PageLink } from "@souffleur/shared-ui/window-rows";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { NotLoaded } from "../not-loaded.tsx";
import rows from "../rows.module.css";
import { t } from "../texts/texts.ts";
import { useEndpoint } from "../use-endpoint.ts";
import { toastFailure } from "../users/failure-text.ts";
import { DomainState } from "./domain-state.tsx";

/** The email domains that organizations have entered for single sign-on; for platform administrators. */
export default function DomainsPage({ callerId }: { callerId: string }) {
  const queryClient = useQueryClient();
  const key = ["admin", callerId, "domains"];
  const query = useEndpoint(key, listDomains);
  const domains = query.data?.domains;
  const mutation = useMutation({
    mutationFn: ({ domain, decision }: { domain: RequestedDomain; decision: Decision }) => {
      const { organizationId, name } = domain;
      return call(decideDomain, { params: { organizationId, name }, body: { decision } });
    },
    onSuccess: (_answer, { decision }) =>
      toast.success(t(decision === "approve" ? "Domain confirmed." : "Domain refused.")),
    onError: (failure) => toastFailure(failure, "The decision could not be saved."),
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
        {domains === undefined ? (
          <NotLoaded query={query} text="The domains could not be loaded." height={120} />
        ) : domains.length === 0 ? (
          <EmptyState>{t("No organization has entered a domain yet.")}</EmptyState>
        ) : (
          <RowList className={rows.list} label={t("Domains for single sign-on")}>
            {domains.map((domain) => (
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
  const { organizationId, organizationName, name, unicode, state, requestedAt, requestedBy, confirmedFor } =
    domain;
  const id = `domain-${organizationId}-${name}`;
  const asciiId = `${id}-ascii`;
  const describedBy = unicode === undefined ? id : `${id} ${asciiId}`;
  return (
    <li>
      <div>
        <div className={rows.name}>
          <span id={id}>{unicode ?? name}</span>
          <DomainState state={state} />
        </div>
        {/* Letters of another alphabet may look like those of a known domain. */}
        {unicode !== undefined && (
          <div id={asciiId} className={rows.second}>
            {name}
          </div>
        )}
        <div className={rows.second}>
          {t("{organization} · {person} · {date}", {
            organization: organizationName,
            person: requestedBy,
            date: formatShortDate(requestedAt),
          })}
        </div>
        {confirmedFor !== undefined && (
          <div className={rows.second}>
            {t("Confirmed for {organization}", { organization: confirmedFor })}
          </div>
        )}
      </div>
      {state === "waiting" && (
        <div className={rows.actions}>
          {confirmedFor === undefined && (
            <Button
              small
              aria-describedby={describedBy}
              disabled={isBusy}
              onClick={() => onDecide("approve")}
            >
              {t("Confirm domain")}
            </Button>
          )}
          <Button
            small
            variant="danger"
            aria-describedby={describedBy}
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
