/** A call's summary and the mail that follows it up. Each remote that shows them loads them when a call is over. */
export { CallSummary, type CallSummaryProps } from "./summary/call-summary.tsx";
