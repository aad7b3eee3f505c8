// Mono's generator of clients, which its tool wsdl calls: generate.exe FOLDER…, each with a service.wsdl
using System;
using System.CodeDom;
using System.CodeDom.Compiler;
using System.IO;
using System.Web.Services.Description;
using Microsoft.CSharp;

static class Generate {
  static void Main(string[] folders) {
    foreach (var folder in folders) {
      var text = new StringWriter();
      foreach (var protocol in new[] { "Soap", "Soap12", "HttpGet", "HttpPost" }) {
        try {
          var importer = new ServiceDescriptionImporter { ProtocolName = protocol };
          importer.AddServiceDescription(ServiceDescription.Read(Path.Combine(folder, "service.wsdl")), "", "");
          var unit = new CodeCompileUnit();
          unit.Namespaces.Add(new CodeNamespace());
          importer.Import(unit.Namespaces[0], unit);
          new CSharpCodeProvider().GenerateCodeFromCompileUnit(unit, text, new CodeGeneratorOptions());
        } catch (Exception error) { text.WriteLine("refused: " + error.Message); }
      }
      File.WriteAllText(Path.Combine(folder, "mono"), text.ToString());
    }
  }
}
