<?php
// PHP's SoapClient: generate.php FOLDER…, each with a service.wsdl; writes the names and types that it reads, and its requests
class Sending extends SoapClient {
    public array $sent = [];
    public function __doRequest(string $request, string $location, string $action, int $version, bool $oneWay = false): ?string {
        $this->sent[] = "$location $action $request";
        return '';
    }
}
$values = ['ServiceTicket' => 't', 'Originator' => 'o', 'Message' => 'm', 'GsmNumbers' => ['string' => ['1', '2']], 'BeginTime' => 'b', 'EndTime' => 'e'];
foreach (array_slice($argv, 1) as $folder) {
    $code = $sent = [];
    foreach ([SOAP_1_1, SOAP_1_2] as $version) {
        try {
            $client = new Sending("$folder/service.wsdl", ['soap_version' => $version, 'cache_wsdl' => WSDL_CACHE_NONE]);
            $code = [...$code, ...$client->__getFunctions(), ...$client->__getTypes()];
            $client->__soapCall('SendBulkSms', [$values]);
        } catch (SoapFault $fault) {
            if (!str_contains($fault->getMessage(), 'looks like we got no XML')) $sent[] = 'refused: ' . preg_replace('/ \S*service.wsdl/', '', $fault->getMessage());
        }
        if (isset($client)) $sent = [...$sent, ...$client->sent];
        unset($client);
    }
    file_put_contents("$folder/php", implode("\n", $code));
    file_put_contents("$folder/php-sent", implode("\n", $sent));
}
