import { fireEvent, render, screen } from "@testing-library/react";
import { endInAnotherLanguage } from "../testing/index.ts";
import { FollowUp } from "./follow-up.tsx";

const mail = { subject: "Suite à notre échange", body: "Bonjour," };
const field = () => screen.getByLabelText(mail.subject);

test("a changed mail is there after another language was chosen, in its call alone", () => {
  const { unmount } = render(<FollowUp callId="call-1" mail={mail} />);
  fireEvent.change(field(), { target: { value: "Bonjour Hélène," } });
  endInAnotherLanguage();
  unmount();
  const other = render(<FollowUp callId="call-2" mail={mail} />);
  expect(field()).toHaveValue(mail.body);
  other.unmount();
  render(<FollowUp callId="call-1" mail={mail} />);
  expect(field()).toHaveValue("Bonjour Hélène,");
});
