# A gateway on spyne: gateway.py PORT
import sys
from datetime import datetime
from wsgiref.simple_server import WSGIRequestHandler, make_server

from spyne import Application, Array, ComplexModel, ServiceBase, Unicode, rpc
from spyne.protocol.http import HttpRpc
from spyne.protocol.soap import Soap11, Soap12
from spyne.protocol.xml import XmlDocument
from spyne.server.wsgi import WsgiApplication

NS = "http://tempuri.org"
packets = {}


class EmSmsDeliveryResult(ComplexModel):
    __namespace__ = NS
    _type_info = [(n, Unicode) for n in (
        "GsmNumber", "DeliveryResult", "DeliveryDetail", "DeliveryTime", "DeliveredMessage", "PostType", "KeyID", "SendDate")]


class EmPostSmsResult(ComplexModel):
    __namespace__ = NS
    _type_info = [("PacketID", Unicode), ("PacketStatus", Unicode), ("DeliveryResults", Array(EmSmsDeliveryResult))]


def send(message, numbers, kind="", key=""):
    now = datetime.now().strftime("%Y-%m-%dT%H:%M:%S")
    rows = [EmSmsDeliveryResult(GsmNumber=n, DeliveryResult="Delivered", DeliveryDetail="", DeliveryTime=now,
            DeliveredMessage=message, PostType=kind or "", KeyID=key or "", SendDate=now) for n in numbers or []]
    packet = EmPostSmsResult(PacketID=str(4711000 + len(packets)), PacketStatus="Completed", DeliveryResults=rows)
    packets[packet.PacketID] = packet
    return packet


def find(packet):
    return packets.get(packet) or EmPostSmsResult(PacketID=packet, PacketStatus="NotFound", DeliveryResults=[])


class Live(ServiceBase):
    @rpc(*[Unicode] * 9, _returns=EmPostSmsResult, _args=["ServiceTicket", "Originator", "GsmNumber", "Message", "KeyID", "PostType", "BeginTime", "MessageType", "RecipientType"])
    def SingleShotSmsWithTypeAndKeyID(ctx, ticket, originator, number, message, key, kind, *rest):
        return send(message, [number], kind, key)

    @rpc(Unicode, Unicode, _returns=EmPostSmsResult, _args=["ServiceTicket", "PacketId"])
    def ReportSingleShotSms(ctx, ticket, packet):
        return find(packet)


class LiveB(ServiceBase):
    @rpc(Unicode, Unicode, Unicode, Array(Unicode), Unicode, Unicode, _returns=EmPostSmsResult, _args=["ServiceTicket", "Originator", "Message", "GsmNumbers", "BeginTime", "EndTime"])
    def SendBulkSms(ctx, ticket, originator, message, numbers, begin, end):
        return send(message, numbers)


class LiveBForm(ServiceBase):
    @rpc(Unicode, Unicode, Unicode, Unicode(max_occurs="unbounded"), Unicode, Unicode, _returns=EmPostSmsResult, _args=["ServiceTicket", "Originator", "Message", "GsmNumbers", "BeginTime", "EndTime"])
    def SendBulkSms(ctx, ticket, originator, message, numbers, begin, end):
        return send(message, numbers)


class Ecomm(ServiceBase):
    @rpc(Unicode, Unicode, _returns=EmPostSmsResult, _args=["ServiceTicket", "PacketId"])
    def ReportSmsWithPacketId(ctx, ticket, packet):
        return find(packet)


def application(service, protocol, out):
    return WsgiApplication(Application([service], NS, in_protocol=protocol, out_protocol=out))


def of(service, form):
    return {"soap11": application(service, Soap11(), Soap11()), "soap12": application(service, Soap12(), Soap12()),
            "http": application(form, HttpRpc(), XmlDocument())}


services = {"live": of(Live, Live), "liveb": of(LiveB, LiveBForm), "ecomm": of(Ecomm, Ecomm)}


def gateway(environ, start):
    parts = environ["PATH_INFO"].strip("/").split("/")
    apps = services.get(parts[0])
    if apps is None:
        start("404 Not Found", [])
        return [b""]
    environ["SCRIPT_NAME"], environ["PATH_INFO"] = "/" + "/".join(parts[:2]), "/" + "/".join(parts[2:])
    if len(parts) > 2 or environ["REQUEST_METHOD"] == "GET" and environ.get("QUERY_STRING", "").lower() != "wsdl":
        return apps["http"](environ, start)
    return apps["soap12" if "soap+xml" in environ.get("CONTENT_TYPE", "") else "soap11"](environ, start)


class Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass


make_server("127.0.0.1", int(sys.argv[1]), gateway, handler_class=Quiet).serve_forever()
