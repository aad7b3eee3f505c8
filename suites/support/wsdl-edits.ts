/** For tests and for `npm run stacks`: edited copies of the WSDL of the bulk path base of the reference, one change each. */
export interface WsdlEdit {
  readonly name: string;
  readonly edit: (text: string) => string;
  /** What is told of it: kind, field, both values, places and bindings. */
  readonly told: readonly string[];
}

/** Replaces a piece, which must be there. */
function replacing(from: string | RegExp, to: string): WsdlEdit['edit'] {
  return (text) => {
    const after = text.replace(from, to);
    if (after === text) throw new Error(`the WSDL has no ${from}`);
    return after;
  };
}

const inTurn =
  (...edits: readonly WsdlEdit['edit'][]): WsdlEdit['edit'] =>
  (text) =>
    edits.reduce((edited, edit) => edit(edited), text);

const SOAP = 'soap11, soap12';
const ALL = `${SOAP}, http-get, http-post`;
const REQUEST = /<s:element name="SendBulkSms">[\s\S]*?<\/s:element>\n {6}(?=<s:complexType)/;

/** Edits the element of the request alone. */
const inRequest =
  (from: string | RegExp, to: string): WsdlEdit['edit'] =>
  (text) =>
    text.replace(REQUEST, replacing(from, to));

export const wsdlEdits: readonly WsdlEdit[] = [
  {
    name: 'SOAPAction',
    edit: replacing(/soapAction="[^"]*"/g, 'soapAction="urn:send"'),
    told: [`call SOAPAction NS/<operation> -> urn:send at SendBulkSms over ${SOAP}`],
  },
  {
    name: 'operation removed',
    edit: replacing(/<wsdl:operation name="[\s\S]*?<\/wsdl:operation>/g, ''),
    told: [`call operation described -> absent at SendBulkSms over ${ALL}`],
  },
  {
    name: 'operation over soap12 removed',
    edit: replacing(/(name="PostSmsSoap12"[\s\S]*?)<wsdl:operation[\s\S]*?<\/wsdl:operation>/, '$1'),
    told: ['call operation described -> absent at SendBulkSms over soap12'],
  },
  {
    name: 'operation added',
    edit: inTurn(
      replacing(
        /<wsdl:operation name="SendBulkSms"[\s\S]*?<\/wsdl:operation>/g,
        '$&<wsdl:operation name="Ping"$&',
      ),
      (text) => text.replace(/"Ping"<wsdl:operation name="SendBulkSms"/g, '"Ping"'),
    ),
    told: [`call operation absent -> described at Ping over ${ALL}`],
  },
  {
    name: 'namespace',
    edit: replacing(/http:\/\/sms\.example\/ns(?=")/g, 'urn:other'),
    told: [
      'compile targetNamespace NS -> urn:other at PATH',
      `call namespace sent NS -> urn:other at SendBulkSms, SendBulkSms/ServiceTicket, SendBulkSms/Originator and 5 more over ${SOAP}`,
      `call namespace read NS -> urn:other at SendBulkSms, SendBulkSms/SendBulkSmsResult, SendBulkSms/SendBulkSmsResult/PacketID and 23 more over ${ALL}`,
    ],
  },
  {
    name: 'elementFormDefault',
    edit: replacing('elementFormDefault="qualified"', 'elementFormDefault="unqualified"'),
    told: [
      `call namespace sent NS -> none at SendBulkSms/ServiceTicket, SendBulkSms/Originator, SendBulkSms/Message and 4 more over ${SOAP}`,
      `call namespace read NS -> none at SendBulkSms/SendBulkSmsResult, SendBulkSms/SendBulkSmsResult/PacketID, SendBulkSms/SendBulkSmsResult/PacketStatus and 22 more over ${ALL}`,
    ],
  },
  {
    name: 'element of the request renamed',
    edit: inRequest('name="Message"', 'name="Text"'),
    told: [
      `call element sent Message -> absent at SendBulkSms/Message over ${SOAP}`,
      `call element sent absent -> Text at SendBulkSms/Text over ${SOAP}`,
    ],
  },
  {
    name: 'element of the request added',
    edit: inRequest(
      /<s:element [^>]*name="EndTime"[^>]*>/,
      '$&<s:element minOccurs="0" name="Unit" type="s:string" />',
    ),
    told: [`call element sent absent -> Unit at SendBulkSms/Unit over ${SOAP}`],
  },
  {
    name: 'element of the reply added',
    edit: replacing(
      /<s:element [^>]*name="PacketStatus"[^>]*>/,
      '$&<s:element minOccurs="0" name="Cost" type="s:string" />',
    ),
    told: [
      `compile new element read absent -> Cost at SendBulkSms/SendBulkSmsResult/Cost, SendBulkSms/Cost over ${ALL}`,
    ],
  },
  {
    name: 'element of the reply removed',
    edit: replacing(/<s:element [^>]*name="PacketStatus"[^>]*>/, ''),
    told: [
      `call element read PacketStatus -> absent at SendBulkSms/SendBulkSmsResult/PacketStatus, SendBulkSms/PacketStatus over ${ALL}`,
    ],
  },
  {
    name: 'order of the request',
    edit: inRequest(/(<s:element [^>]*name="Message"[^>]*>)(\s*)(<s:element [^>]*>)/, '$3$2$1'),
    told: [
      `call order sent ServiceTicket, Originator, Message, GsmNumbers, BeginTime, EndTime -> ServiceTicket, Originator, GsmNumbers, Message, BeginTime, EndTime at SendBulkSms over ${SOAP}`,
    ],
  },
  {
    name: 'order of the reply',
    edit: replacing(/(<s:element [^>]*name="PacketID"[^>]*>)(\s*)(<s:element [^>]*>)/, '$3$2$1'),
    told: [
      `call order read PacketID, PacketStatus, DeliveryResults -> PacketStatus, PacketID, DeliveryResults at SendBulkSms/SendBulkSmsResult, SendBulkSms over ${ALL}`,
    ],
  },
  {
    name: 'type of the request',
    edit: inRequest(/(name="BeginTime" type=")s:string/, '$1s:dateTime'),
    told: [`call type sent string -> dateTime at SendBulkSms/BeginTime over ${SOAP}`],
  },
  {
    name: 'type of a field of GET',
    edit: replacing(/(HttpGetIn">[\s\S]*?name="BeginTime" type=")s:string/, '$1s:int'),
    told: ['call type sent string -> int at SendBulkSms/BeginTime over http-get'],
  },
  {
    name: 'minOccurs of the request',
    edit: inRequest(/minOccurs="0"( [^>]*name="Message")/, 'minOccurs="1"$1'),
    told: [`call minOccurs sent 0 -> 1 at SendBulkSms/Message over ${SOAP}`],
  },
  {
    name: 'minOccurs of the reply',
    edit: replacing(/minOccurs="0"( [^>]*name="PacketID")/, 'minOccurs="1"$1'),
    told: [
      `compile minOccurs read 0 -> 1 at SendBulkSms/SendBulkSmsResult/PacketID, SendBulkSms/PacketID over ${ALL}`,
    ],
  },
  {
    name: 'nillable of the request',
    edit: inRequest('name="Message"', 'name="Message" nillable="true"'),
    told: [`call nillable sent false -> true at SendBulkSms/Message over ${SOAP}`],
  },
  {
    name: 'nillable of the reply',
    edit: replacing('name="PacketID"', 'name="PacketID" nillable="true"'),
    told: [
      `compile nillable read false -> true at SendBulkSms/SendBulkSmsResult/PacketID, SendBulkSms/PacketID over ${ALL}`,
    ],
  },
  {
    name: 'item of the list',
    edit: replacing(/name="string" nillable/, 'name="item" nillable'),
    told: [`call element sent string -> item at SendBulkSms/GsmNumbers/string over ${SOAP}`],
  },
  {
    name: 'list without items',
    edit: inRequest(
      'maxOccurs="1" name="GsmNumbers" type="tns:ArrayOfString"',
      'maxOccurs="unbounded" name="GsmNumbers" type="s:string"',
    ),
    told: [`call type sent list -> string, up to unbounded at SendBulkSms/GsmNumbers over ${SOAP}`],
  },
  {
    name: 'host of the address',
    edit: replacing(/https:\/\/gateway\.example\//g, 'https://inside.example/'),
    told: [`call address as asked -> https://inside.example<path base> at PATH over ${ALL}`],
  },
  {
    name: 'path of the address',
    edit: replacing(/https:\/\/gateway\.example\/liveb/g, 'https://gateway.example/sms'),
    told: [`call address as asked -> the path /sms/postsms.asmx at PATH over ${ALL}`],
  },
  {
    name: 'address of http behind https',
    edit: replacing(/https:\/\/gateway/g, 'http://gateway'),
    told: [`call address as asked -> http: in a document that came over https: at PATH over ${ALL}`],
  },
  {
    name: 'namespace of the WSDL alone',
    edit: inTurn(
      replacing(
        /(<wsdl:definitions [^>]*) targetNamespace="[^"]*"/,
        '$1 xmlns:w="urn:wsdl" targetNamespace="urn:wsdl"',
      ),
      replacing(/((?:message|binding)="|binding name="\w+" type=")tns:/g, '$1w:'),
    ),
    told: ['compile targetNamespace NS -> urn:wsdl at PATH', 'quiet prefixes at PATH'],
  },
  {
    name: 'name of the service',
    edit: replacing('service name="PostSms"', 'service name="Sms"'),
    told: ['compile service PostSms -> Sms at PATH'],
  },
  {
    name: 'name of a port',
    edit: replacing('port name="PostSmsSoap"', 'port name="SmsSoap"'),
    told: ['compile port PostSmsSoap -> SmsSoap at PATH over soap11'],
  },
  {
    name: 'name of a portType',
    edit: replacing(/(portType name="|PostSmsSoap(?:12)?" type="tns:)PostSmsSoap"/g, '$1SmsSoap"'),
    told: ['compile portType PostSmsSoap -> SmsSoap at PATH over soap11'],
  },
  {
    name: 'two portTypes for one',
    edit: inTurn(
      replacing(/<wsdl:portType name="PostSmsSoap">[\s\S]*?<\/wsdl:portType>/, '$&$&'),
      replacing(/(<\/wsdl:portType><wsdl:portType name="PostSmsSoap)"/, '$112"'),
      replacing(
        'name="PostSmsSoap12" type="tns:PostSmsSoap"',
        'name="PostSmsSoap12" type="tns:PostSmsSoap12"',
      ),
    ),
    told: ['compile portType shared with soap11 -> no at PATH over soap12'],
  },
  {
    name: 'name of a binding',
    edit: replacing(/(binding(?: name)?="(?:tns:)?)PostSmsSoap"/g, '$1SmsSoap"'),
    told: ['compile binding PostSmsSoap -> SmsSoap at PATH over soap11'],
  },
  {
    name: 'name of a message',
    edit: replacing(/SendBulkSmsSoapIn"/g, 'SendBulkSmsRequest"'),
    told: [`compile message sent <operation>SoapIn -> <operation>Request at SendBulkSms over ${SOAP}`],
  },
  {
    name: 'name for a type without a name',
    edit: replacing(
      /<s:element name="(SendBulkSms\w*)">\s*<s:complexType>([\s\S]*?)<\/s:element>/g,
      '<s:element name="$1" type="tns:$1" /><s:complexType name="$1">$2',
    ),
    told: [
      `compile named type sent no -> yes at SendBulkSms over ${SOAP}`,
      `compile named type read no -> yes at SendBulkSms over ${SOAP}`,
    ],
  },
  {
    name: 'name of a complex type',
    edit: replacing(/(type="tns:|complexType name=")EmSmsDeliveryResult"/g, '$1DeliveryResultType"'),
    told: [
      `compile complex type read EmSmsDeliveryResult -> DeliveryResultType at SendBulkSms/SendBulkSmsResult/DeliveryResults/EmSmsDeliveryResult, SendBulkSms/DeliveryResults/EmSmsDeliveryResult over ${ALL}`,
    ],
  },
  {
    name: 'name of an array type',
    edit: replacing(/ArrayOfString"/g, 'StringList"'),
    told: [`compile array type sent ArrayOfString -> StringList at SendBulkSms/GsmNumbers over ${SOAP}`],
  },
  {
    name: 'documentation',
    edit: replacing('<wsdl:types>', '<wsdl:documentation>Sends messages.</wsdl:documentation>$&'),
    told: ['quiet documentation at PATH'],
  },
  {
    name: 'prefixes',
    edit: inTurn(replacing(/\bs:/g, 'xs:'), replacing('xmlns:s=', 'xmlns:xs=')),
    told: ['quiet prefixes at PATH'],
  },
  {
    name: 'order of declarations',
    edit: replacing(
      /(<wsdl:message name="SendBulkSmsSoapIn">[\s\S]*?<\/wsdl:message>)(\s*)(<wsdl:message[\s\S]*?<\/wsdl:message>)/,
      '$3$2$1',
    ),
    told: ['quiet order of declarations at PATH'],
  },
];
