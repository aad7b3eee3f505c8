/**
 * The SOAP action of an operation: the namespace, a slash and the name (contract §4.1 rule 1). Where the namespace ends
 * in a slash that is the one: ASP.NET, whose default is http://tempuri.org/, answers 500 to two.
 */
export function soapAction(namespace: string, operation: string): string {
  return `${namespace}${namespace.endsWith('/') ? '' : '/'}${operation}`;
}
