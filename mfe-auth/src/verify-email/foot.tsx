import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";

/** The links under both steps and the result. */
export function Foot() {
  return (
    <>
      <Link to="/login">{t("Sign In")}</Link>
      <Link to="/register">{t("Register")}</Link>
    </>
  );
}
