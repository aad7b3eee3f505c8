<?php
// PHP's SoapClient: client.php URL 1|2
[, $base, $version] = $argv;
$client = fn($path) => new SoapClient("$base/$path/postsms.asmx?WSDL", ['soap_version' => (int) $version, 'cache_wsdl' => WSDL_CACHE_NONE]);
$live = $client('live');
$single = $live->SingleShotSmsWithTypeAndKeyID(['ServiceTicket' => 'ticket-1234', 'Originator' => 'ACME', 'GsmNumber' => '905001112233', 'Message' => "Şifreniz <b> & +1", 'KeyID' => 'k1', 'PostType' => '1', 'BeginTime' => '', 'MessageType' => '', 'RecipientType' => '']);
$live->ReportSingleShotSms(['ServiceTicket' => 'ticket-1234', 'PacketId' => $single->SingleShotSmsWithTypeAndKeyIDResult->PacketID]);
$bulk = $client('liveb')->SendBulkSms(['ServiceTicket' => 'ticket-1234', 'Originator' => 'ACME', 'Message' => "Şifreniz <b> & +1", 'GsmNumbers' => ['string' => ['905001112233', '905001112244']], 'BeginTime' => '', 'EndTime' => '']);
$client('ecomm')->ReportSmsWithPacketId(['ServiceTicket' => 'ticket-1234', 'PacketId' => $bulk->SendBulkSmsResult->PacketID]);
