# zeep: client.py URL Soap|Soap12|HttpGet|HttpPost
import sys
from zeep import Client

base, port = sys.argv[1:]


def service(path):
    return Client(f"{base}/{path}/postsms.asmx?WSDL").bind("PostSms", f"PostSms{port}")


numbers = ["905001112233", "905001112244"]
message = dict(ServiceTicket="ticket-1234", Originator="ACME", Message="Şifreniz <b> & +1", BeginTime="")
live = service("live")
single = live.SingleShotSmsWithTypeAndKeyID(
    **message, GsmNumber=numbers[0], KeyID="k1", PostType="1", MessageType="", RecipientType="")
live.ReportSingleShotSms(ServiceTicket="ticket-1234", PacketId=single.PacketID)
bulk = service("liveb").SendBulkSms(
    **message, EndTime="", GsmNumbers={"string": numbers} if port.startswith("Soap") else numbers)
service("ecomm").ReportSmsWithPacketId(ServiceTicket="ticket-1234", PacketId=bulk.PacketID)
