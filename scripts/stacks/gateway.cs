// A genuine ASMX gateway in one process: System.Web's own handler behind HttpListener. gateway.dll PORT FOLDER
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading;
using System.Web;
using System.Web.Hosting;
using System.Web.Services;

public class EmSmsDeliveryResult {
  public string GsmNumber, DeliveryResult, DeliveryDetail, DeliveryTime, DeliveredMessage, PostType, KeyID, SendDate;
}

public class EmPostSmsResult {
  public string PacketID, PacketStatus;
  public EmSmsDeliveryResult[] DeliveryResults;

  static readonly Dictionary<string, EmPostSmsResult> packets = new Dictionary<string, EmPostSmsResult>();

  internal static EmPostSmsResult Send(string message, string type, string key, params string[] numbers) {
    var now = DateTime.Now.ToString("yyyy-MM-ddTHH:mm:ss");
    var results = numbers.Select(number => new EmSmsDeliveryResult {
      GsmNumber = number, DeliveryResult = "Delivered", DeliveryDetail = "", DeliveryTime = now,
      DeliveredMessage = message, PostType = type, KeyID = key, SendDate = now });
    lock (packets) {
      var id = (4711000 + packets.Count).ToString();
      return packets[id] = new EmPostSmsResult { PacketID = id, PacketStatus = "Completed", DeliveryResults = results.ToArray() };
    }
  }

  internal static EmPostSmsResult Find(string id) {
    lock (packets) return packets.ContainsKey(id ?? "") ? packets[id]
      : new EmPostSmsResult { PacketID = id, PacketStatus = "NotFound", DeliveryResults = new EmSmsDeliveryResult[0] };
  }
}

[WebService(Namespace = "http://tempuri.org")]
public class Live : WebService {
  [WebMethod] public EmPostSmsResult SingleShotSmsWithTypeAndKeyID(string ServiceTicket, string Originator, string GsmNumber, string Message, string KeyID, string PostType, string BeginTime, string MessageType, string RecipientType) {
    return EmPostSmsResult.Send(Message, PostType, KeyID, GsmNumber);
  }
  [WebMethod] public EmPostSmsResult ReportSingleShotSms(string ServiceTicket, string PacketId) { return EmPostSmsResult.Find(PacketId); }
}

[WebService(Namespace = "http://tempuri.org")]
public class LiveB : WebService {
  [WebMethod] public EmPostSmsResult SendBulkSms(string ServiceTicket, string Originator, string Message, string[] GsmNumbers, string BeginTime, string EndTime) {
    return EmPostSmsResult.Send(Message, "", "", GsmNumbers ?? new string[0]);
  }
}

[WebService(Namespace = "http://tempuri.org")]
public class Ecomm : WebService {
  [WebMethod] public EmPostSmsResult ReportSmsWithPacketId(string ServiceTicket, string PacketId) { return EmPostSmsResult.Find(PacketId); }
}

/** Hands a request of HttpListener to the pipeline of ASP.NET. */
public class Request : SimpleWorkerRequest {
  readonly HttpListenerContext context;
  readonly string path, file;
  byte[] body;

  public Request(HttpListenerContext context) : base("", context.Request.Url.Query.TrimStart('?'), null) {
    this.context = context;
    path = context.Request.Url.AbsolutePath;
    var end = path.IndexOf(".asmx");
    file = end < 0 ? path : path.Substring(0, end + 5);
  }
  public override string GetUriPath() { return path; }
  public override string GetFilePath() { return file; }
  public override string GetPathInfo() { return path.Substring(file.Length); }
  public override string GetFilePathTranslated() { return MapPath(file); }
  public override string GetHttpVerbName() { return context.Request.HttpMethod; }
  public override string GetRawUrl() { return context.Request.RawUrl; }
  // A chunked body has no length of its own.
  public override string GetKnownRequestHeader(int index) {
    return index == HeaderContentLength ? GetPreloadedEntityBody().Length.ToString() : context.Request.Headers[GetKnownRequestHeaderName(index)];
  }
  public override string GetUnknownRequestHeader(string name) { return context.Request.Headers[name]; }
  public override string[][] GetUnknownRequestHeaders() {
    return context.Request.Headers.AllKeys.Where(name => GetKnownRequestHeaderIndex(name) < 0).Select(name => new[] { name, context.Request.Headers[name] }).ToArray();
  }
  public override byte[] GetPreloadedEntityBody() {
    if (body == null) { var all = new MemoryStream(); context.Request.InputStream.CopyTo(all); body = all.ToArray(); }
    return body;
  }
  public override bool IsEntireEntityBodyIsPreloaded() { return true; }
  public override int GetLocalPort() { return context.Request.LocalEndPoint.Port; }
  public override void SendStatus(int code, string reason) { context.Response.StatusCode = code; context.Response.StatusDescription = reason; }
  public override void SendKnownResponseHeader(int index, string value) { SendUnknownResponseHeader(GetKnownResponseHeaderName(index), value); }
  public override void SendUnknownResponseHeader(string name, string value) {
    if (name == "Content-Type") context.Response.ContentType = value; else if (name != "Content-Length" && name != "Transfer-Encoding") context.Response.Headers[name] = value;
  }
  readonly MemoryStream reply = new MemoryStream();
  public override void SendResponseFromMemory(byte[] data, int length) { reply.Write(data, 0, length); }
  public override void FlushResponse(bool final) {}
  public override void EndOfRequest() {
    try { context.Response.Close(reply.ToArray(), false); } catch (Exception) { }
  }
}

public class Host : MarshalByRefObject {
  public override object InitializeLifetimeService() { return null; }
  public void Serve(string prefix) {
    var listener = new HttpListener();
    listener.Prefixes.Add(prefix);
    listener.Start();
    Console.WriteLine("listening");
    while (true) {
      var context = listener.GetContext();
      ThreadPool.QueueUserWorkItem(_ => HttpRuntime.ProcessRequest(new Request(context)));
    }
  }
  public static void Main(string[] args) {
    ((Host)ApplicationHost.CreateApplicationHost(typeof(Host), "/", args[1])).Serve("http://127.0.0.1:" + args[0] + "/");
  }
}
