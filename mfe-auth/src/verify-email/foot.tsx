import { Link } from "react-router-dom";

/** The links under both steps. */
export const foot = (
  <>
    <Link to="/login">Sign In</Link>
    <Link to="/register">Create Account</Link>
  </>
);
