<?php
// Reads replies with SimpleXML and SoapClient: php read.php REPLIES
$given = json_decode(file_get_contents($argv[1]), true);
libxml_use_internal_errors(true);
set_error_handler(fn($level, $text) => throw new ErrorException($text));

class Canned extends SoapClient {
  public string $body = '';
  function __doRequest($request, $location, $action, $version, $oneWay = false): ?string { return $this->body; }
}

function way(array $reply): array {
  return $reply['isSoap'] ? ['Body', "{$reply['operation']}Response", "{$reply['operation']}Result"] : [];
}

/** Reads with a function that finds the children of an element: envelope or service by the place on the way. */
function simple(string $text, array $reply, callable $children): array {
  global $given;
  $node = simplexml_load_string($text);
  if ($node === false) throw new Exception('no XML');
  foreach (way($reply) as $place => $name) {
    $node = $children($node, $place === 0 ? 'envelope' : 'service')->$name;
    if ($node === null || $node->getName() === '') throw new Exception("no $name");
  }
  $fields = function ($of, $names) use ($children) {
    $texts = [];
    foreach ($names as $name) $texts[$name] = (string) $children($of, 'service')->$name;
    return $texts;
  };
  $deliveries = [];
  $list = $children($node, 'service')->{$given['list']};
  if ($list !== null && $list->getName() !== '')
    foreach ($children($list, 'service')->{$given['item']} as $item) $deliveries[] = $fields($item, $given['delivery']);
  return ['packet' => $fields($node, $given['packet']), 'deliveries' => $deliveries];
}

$client = new Canned($given['wsdl'], ['cache_wsdl' => WSDL_CACHE_NONE]);
$readers = [
  'prefix-stripped' => fn($text, $reply) => simple($reply['envelopePrefix'] === '' ? $text : str_replace("{$reply['envelopePrefix']}:", '', $text), $reply, fn($node) => $node->children()),
  'simplexml-prefix' => fn($text, $reply) => simple($text, $reply, function ($node, $part) use ($reply) {
    $prefix = $reply["{$part}Prefix"];
    return $prefix === '' ? $node->children() : $node->children($prefix, true);
  }),
  'simplexml-uri' => fn($text, $reply) => simple($text, $reply, fn($node, $part) => $node->children($part === 'envelope' ? 'http://schemas.xmlsoap.org/soap/envelope/' : $reply['namespace'])),
  'php-soapclient' => function ($text, $reply) use ($client, $given) {
    if (!$reply['isSoap']) return null;
    $client->body = $text;
    $result = $client->{$reply['operation']}([])->{"{$reply['operation']}Result"};
    $fields = function ($of, $names) {
      $texts = [];
      foreach ($names as $name) $texts[$name] = $of->$name ?? null;
      return $texts;
    };
    $items = $result->{$given['list']}->{$given['item']} ?? [];
    if (!is_array($items)) throw new Exception('no list');
    return ['packet' => $fields($result, $given['packet']), 'deliveries' => array_map(fn($item) => $fields($item, $given['delivery']), $items)];
  },
];
$read = [];
foreach ($given['replies'] as $reply) {
  foreach ($readers as $reader => $by) {
    try { $value = $by(base64_decode($reply['body']), $reply); }
    catch (Throwable $error) { $value = ['error' => $error->getMessage()]; }
    $read[] = ['reader' => $reader, 'reply' => $reply['id'], 'value' => $value];
  }
}
echo json_encode($read, JSON_THROW_ON_ERROR);
