<?php
// A gateway on PHP's SoapServer: php -S HOST:PORT gateway.php in a folder with WSDL files and the kind of gateway.
// The naive kind reads fields as PHP gives them, which keeps the last of several.
const NS = 'http://tempuri.org';
const FIELDS = ['GsmNumber', 'DeliveryResult', 'DeliveryDetail', 'DeliveryTime', 'DeliveredMessage', 'PostType', 'KeyID', 'SendDate'];
$folder = $_SERVER['DOCUMENT_ROOT'];
$naive = file_get_contents("$folder/kind") === 'naive';
preg_match('#^/(\w+)/postsms\.asmx(?:/(\w+))?$#', parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH), $at) or exit(http_response_code(404));
$wsdl = "$folder/$at[1].wsdl";

class Gateway {
  function SingleShotSmsWithTypeAndKeyID($p) { return self::send(__FUNCTION__, $p, [$p->GsmNumber]); }
  function SendBulkSms($p) { return self::send(__FUNCTION__, $p, $p->GsmNumbers->string ?? []); }
  function ReportSingleShotSms($p) { return self::find(__FUNCTION__, $p->PacketId); }
  function ReportSmsWithPacketId($p) { return self::find(__FUNCTION__, $p->PacketId); }
  private static function send($name, $p, $numbers) {
    $now = date('Y-m-d\TH:i:s');
    $rows = array_map(fn($number) => array_combine(FIELDS, [$number, 'Delivered', '', $now, $p->Message, $p->PostType ?? '', $p->KeyID ?? '', $now]), (array) $numbers);
    $id = bin2hex(random_bytes(6));
    $packet = ['PacketID' => $id, 'PacketStatus' => 'Completed', 'DeliveryResults' => ['EmSmsDeliveryResult' => $rows]];
    file_put_contents($_SERVER['DOCUMENT_ROOT'] . "/$id.json", json_encode($packet));
    return ["{$name}Result" => $packet];
  }
  private static function find($name, $id) {
    $file = $_SERVER['DOCUMENT_ROOT'] . '/' . basename($id) . '.json';
    $none = ['PacketID' => $id, 'PacketStatus' => 'NotFound', 'DeliveryResults' => ['EmSmsDeliveryResult' => []]];
    return ["{$name}Result" => is_file($file) ? json_decode(file_get_contents($file), true) : $none];
  }
}

function xml(array $fields): string {
  $text = '';
  foreach ($fields as $name => $value) {
    foreach (is_array($value) && array_is_list($value) ? $value : [$value] as $one) {
      $inside = is_array($one) ? xml($one) : str_replace("\r", '&#13;', htmlspecialchars($one, ENT_XML1 | ENT_NOQUOTES));
      $text .= "<$name>$inside</$name>";
    }
  }
  return $text;
}

if (isset($_SERVER['QUERY_STRING']) && strtolower($_SERVER['QUERY_STRING']) === 'wsdl') {
  header('Content-Type: text/xml; charset=utf-8');
  exit(readfile($wsdl));
}
if (!isset($at[2])) {
  $server = new SoapServer($wsdl, ['features' => SOAP_SINGLE_ELEMENT_ARRAYS, 'cache_wsdl' => WSDL_CACHE_NONE]);
  $server->setObject(new Gateway());
  exit($server->handle());
}
$fields = $_GET + $_POST;
if (!$naive) {
  $fields['GsmNumbers'] = [];
  foreach (explode('&', $_SERVER['REQUEST_METHOD'] === 'GET' ? $_SERVER['QUERY_STRING'] : file_get_contents('php://input')) as $pair) {
    [$name, $value] = array_map('urldecode', explode('=', $pair, 2) + [1 => '']);
    if ($name === 'GsmNumbers') $fields[$name][] = $value;
  }
}
if (isset($fields['GsmNumbers'])) $fields['GsmNumbers'] = (object) ['string' => $fields['GsmNumbers']];
if (!method_exists('Gateway', $at[2])) exit(http_response_code(500));
$packet = (new Gateway())->{$at[2]}((object) $fields)["$at[2]Result"];
header('Content-Type: text/xml; charset=utf-8');
echo '<?xml version="1.0" encoding="utf-8"?><EmPostSmsResult xmlns="' . NS . '">' . xml($packet) . '</EmPostSmsResult>';
