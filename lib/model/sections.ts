/** Titles of the sections of the contract, by number. */
export const sectionTitles: Readonly<Record<string, string>> = {
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '2.1': 'Packet result',
  '2.2': 'Delivery result',
  '2.3': 'Gaps in the field definitions',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '4.1': 'Bindings',
  '4.2': 'SingleShotSmsWithTypeAndKeyID',
  '4.3': 'SendBulkSms',
  '4.4': 'ReportSingleShotSms',
  '4.5': 'ReportSmsWithPacketId',
  '4.6': 'Gaps in the endpoint definitions',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
};

/** A section as reports cite it, such as `§4.3 SendBulkSms`. */
export function sectionName(number: string): string {
  const title = sectionTitles[number];
  return title === undefined ? `§${number}` : `§${number} ${title}`;
}
