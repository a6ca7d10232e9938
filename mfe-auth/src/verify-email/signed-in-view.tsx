import { Address, Button, signOut } from "@souffleur/shared-ui";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { AuthPage } from "../layout/auth-page.tsx";
import { T, type Text, t } from "../texts/texts.ts";
import styles from "./verify-email.module.css";

interface SignedInViewProps {
  title: string;
  /** Says why to sign out; `<0/>` is the address of the account that is signed in. */
  text: Text;
  email: string;
}

/** A mailed link was opened in the browser of another account, such as that of the administrator. */
export function SignedInView({ title, text, email }: SignedInViewProps) {
  const navigate = useNavigate();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    void signOut();
  };
  return (
    <AuthPage title={title}>
      <p className={styles.result}>
        <T
          text={text}
          elements={[
            <strong key="address">
              <Address>{email}</Address>
            </strong>,
          ]}
        />
      </p>
      <div className={styles.buttons}>
        <Button variant="primary" wide busy={isLeaving} onClick={leave}>
          {t("Sign out")}
        </Button>
        <Button wide onClick={() => navigate("/dashboard")}>
          {t("Back to the dashboard")}
        </Button>
      </div>
    </AuthPage>
  );
}
