import { Button } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { AuthPage, Foot } from "../layout/auth-page.tsx";
import { failureText } from "../layout/failures.ts";
import { Notices } from "../layout/notices.tsx";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { t } from "../texts/texts.ts";
import styles from "../verify-email/verify-email.module.css";

interface LeadViewProps {
  title: string;
  subtitle: string;
  text?: string;
  /** Leads to the provider; ends only where that fails. */
  lead: () => Promise<void>;
  /** Without a press. */
  atOnce?: boolean;
}

/** Asks whether to sign in at the provider of an organization. */
export default function LeadView({ title, subtitle, text, lead, atOnce = false }: LeadViewProps) {
  const navigate = useNavigate();
  const { busy, runOnce } = useOneAtATime();
  const [failure, setFailure] = useState<string>();
  const go = () =>
    void runOnce(async () => {
      setFailure(undefined);
      await lead().catch((error: unknown) => setFailure(failureText(error)));
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever else changes
  useEffect(() => {
    if (atOnce) go();
  }, []);
  return (
    <AuthPage
      title={title}
      subtitle={subtitle}
      foot={<Foot />}
      notice={
        failure !== undefined && (
          <Notices
            notices={[{ kind: "error", text: failure }]}
            dismissAfter={undefined}
            onDismiss={() => setFailure(undefined)}
          />
        )
      }
    >
      <div className={styles.buttons}>
        {text !== undefined && <p className={styles.result}>{text}</p>}
        <Button variant="primary" wide busy={busy} onClick={go}>
          {t("Use single sign-on")}
        </Button>
        <Button wide onClick={() => navigate("/login")}>
          {t("Back to Login")}
        </Button>
      </div>
    </AuthPage>
  );
}
