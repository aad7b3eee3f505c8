# curl: client.sh URL --get|--
call() { # PATH OPERATION FIELD...
  url=$base/$1/postsms.asmx/$2; shift 2
  for field do set -- "$@" --data-urlencode "$field"; shift; done
  curl -sS --fail ${get:+--get} "$@" "$url" | sed -n 's/.*<PacketID>\(.*\)<\/PacketID>.*/\1/p'
}
base=$1; [ "$2" = --get ] && get=yes
set -e
one=$(call live SingleShotSmsWithTypeAndKeyID ServiceTicket=ticket-1234 Originator=ACME GsmNumber=905001112233 'Message=Şifreniz <b> & +1' KeyID=k1 PostType=1 BeginTime= MessageType= RecipientType=)
call live ReportSingleShotSms ServiceTicket=ticket-1234 PacketId="$one"
many=$(call liveb SendBulkSms ServiceTicket=ticket-1234 Originator=ACME 'Message=Şifreniz <b> & +1' GsmNumbers=905001112233 GsmNumbers=905001112244 BeginTime= EndTime=)
call ecomm ReportSmsWithPacketId ServiceTicket=ticket-1234 PacketId="$many"
