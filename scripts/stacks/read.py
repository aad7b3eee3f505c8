# Reads replies with xmltodict, minidom and zeep: python3 read.py REPLIES
import base64, json, sys
import xmltodict, zeep
from xml.dom import minidom

given = json.load(open(sys.argv[1]))
packet, delivery, list_, item = given["packet"], given["delivery"], given["list"], given["item"]


def start(prefix):
    return prefix + ":" if prefix else ""


def text(value):
    if isinstance(value, (dict, list)):
        raise ValueError("an object")
    return value


def with_xmltodict(body, reply):
    envelope, service = start(reply["envelopePrefix"]), start(reply["servicePrefix"])
    operation = reply["operation"]
    way = [envelope + "Envelope", envelope + "Body", service + operation + "Response", service + operation + "Result"]
    node = xmltodict.parse(body)
    for key in way if reply["isSoap"] else [service + "EmPostSmsResult"]:
        node = node[key]
    fields = lambda of, names: {name: text(of.get(service + name)) for name in names}
    items = (node.get(service + list_) or {}).get(service + item) or []
    if not isinstance(items, list):
        raise ValueError("no list")
    return {"packet": fields(node, packet), "deliveries": [fields(each, delivery) for each in items]}


def with_minidom(find):
    def read(body, reply):
        document = minidom.parseString(body)

        def fields(of, names):
            found = {name: find(of, name, reply) for name in names}
            texts = lambda element: "".join(node.data for node in element.childNodes if node.nodeType in (3, 4))
            return {name: texts(elements[0]) if elements else None for name, elements in found.items()}

        lists = find(document, list_, reply)
        items = [each for elements in lists for each in find(elements, item, reply)]
        return {"packet": fields(document, packet), "deliveries": [fields(each, delivery) for each in items]}

    return read


class Canned(zeep.Transport):
    def load(self, url):
        return open(given["wsdl"], "rb").read()

    def post(self, address, message, headers):
        class Response:
            status_code, content, headers, encoding = 200, self.body, {"Content-Type": "text/xml; charset=utf-8"}, "utf-8"

        return Response()


transport = Canned()
client = zeep.Client(given["wsdl"], transport=transport)


def with_zeep(body, reply):
    if not reply["isSoap"]:
        return None
    transport.body = body
    result = client.service[reply["operation"]](ServiceTicket="t")
    fields = lambda of, names: {name: of[name] for name in names}
    items = result[list_][item] if result[list_] else []
    return {"packet": fields(result, packet), "deliveries": [fields(each, delivery) for each in items]}


readers = {
    "xmltodict": with_xmltodict,
    "dom-qualified": with_minidom(lambda of, name, reply: of.getElementsByTagName(start(reply["servicePrefix"]) + name)),
    "dom-local": with_minidom(lambda of, name, reply: of.getElementsByTagNameNS("*", name)),
    "zeep": with_zeep,
}
read = []
for reply in given["replies"]:
    for reader, by in readers.items():
        try:
            value = by(base64.b64decode(reply["body"]), reply)
        except Exception as error:
            value = {"error": str(error)}
        read.append({"reader": reader, "reply": reply["id"], "value": value})
print(json.dumps(read))
