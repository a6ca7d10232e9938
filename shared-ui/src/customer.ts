/** Storing and naming the customer of a call. The remotes with the running call and with its review each bundle it. */
export { Callers, useCallers } from "./customer/callers.tsx";
export { SaveCustomer } from "./customer/save-customer.tsx";
