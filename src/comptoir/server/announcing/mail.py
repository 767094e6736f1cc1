"""E-mail by SMTP: plain text, one connection per message, sent in a thread."""

import asyncio
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import formataddr, formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from comptoir.engine.errors import BadSetup

PATIENCE = 20.0  # seconds
# Threads of their own: a slow mail server must not hold up what else waits for a thread,
# such as the check of a password.
_threads = ThreadPoolExecutor(4, "comptoir-mail")
PORTS = {"smtp": 587, "smtps": 465}


class MailServer(msgspec.Struct, frozen=True):
    """The SMTP server for outgoing mail."""

    host: str
    port: int
    tls: bool  # TLS from the first byte; otherwise as soon as the server offers it
    user: str
    password: str
    sender: str

    @classmethod
    def at(cls, address: str, password: str | None = None) -> "MailServer":
        """Return the server of `smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS`.

        Raises:
            BadSetup: The text does not have this form.
        """
        there = urlsplit(address)
        sender = parse_qs(there.query).get("from", [""])[0]
        if there.scheme not in PORTS or not there.hostname or "@" not in sender:
            raise BadSetup(
                "--mail: expected smtp://HOST:PORT?from=NAME@HOST, or smtps://…"
            )
        return cls(
            host=there.hostname,
            port=there.port or PORTS[there.scheme],
            tls=there.scheme == "smtps",
            user=unquote(there.username or ""),
            password=password or unquote(there.password or ""),
            sender=sender,
        )

    async def send(self, to: str, subject: str, text: str, end: str = "") -> None:
        """Send an e-mail; `end` is the address that turns such e-mails off (RFC 8058).

        Raises:
            OSError: The server does not answer, or refuses the message.
        """
        message = EmailMessage()
        message["From"] = formataddr(("Comptoir", self.sender))
        message["To"], message["Subject"] = to, subject
        message["Date"], message["Message-ID"] = (
            formatdate(),
            make_msgid(domain=self.host),
        )
        if end:
            message["List-Unsubscribe"] = f"<{end}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        try:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(_threads, self._hand_in, message)
        except smtplib.SMTPException as error:
            raise OSError(f"{self.host}: {error}") from None

    def _hand_in(self, message: EmailMessage) -> None:
        context = ssl.create_default_context()
        with self._connected(context) as server:
            server.ehlo()
            if not self.tls and server.has_extn("starttls"):
                server.starttls(context=context)
            if self.user:
                server.login(self.user, self.password)
            server.send_message(message)

    def _connected(self, context: ssl.SSLContext) -> smtplib.SMTP:
        if self.tls:
            return smtplib.SMTP_SSL(
                self.host, self.port, timeout=PATIENCE, context=context
            )
        return smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
