# zeep: generate.py FOLDER…, each with a service.wsdl; writes the names and types that it reads, and its requests
import sys
from lxml import etree
from zeep import Client, Transport

VALUES = dict(ServiceTicket="t", Originator="o", Message="m", GsmNumbers={"string": ["1", "2"]}, BeginTime="b", EndTime="e")


class Offline(Transport):
    def _load_remote_data(self, url):
        raise ValueError("it wants " + url)


for folder in sys.argv[1:]:
    code, sent = [], []
    try:
        client = Client(folder + "/service.wsdl", transport=Offline())
        code += sorted(str(each.signature(client.wsdl.types)) for each in client.wsdl.types.types if each.name and "XMLSchema" not in str(each.qname))
        for service in client.wsdl.services.values():
            for port in service.ports.values():
                code.append("%s %s %s" % (service.name, port.name, port.binding.name))
                for name, operation in sorted(port.binding.all().items()):
                    code.append("%s(%s) %s" % (name, operation.input.signature(), operation.output.signature()))
                    sent.append("%s %s" % (port.binding_options["address"], getattr(operation, "soapaction", operation.location if hasattr(operation, "location") else "")))
                    if hasattr(port.binding, "_create"):
                        proxy = client.bind(service.name, port.name)
                        sent.append(etree.tostring(client.create_message(proxy, name, **VALUES)).decode())
    except Exception as error:
        sent.append("refused: %r" % error)
    for name, lines in (("zeep", code), ("zeep-sent", sent)):
        with open("%s/%s" % (folder, name), "w") as file:
            file.write("\n".join(lines))
