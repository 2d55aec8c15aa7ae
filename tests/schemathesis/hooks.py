"""How a mail is written into a request: as it is."""

import schemathesis


@schemathesis.serializer("message/rfc822")
def mail(ctx, value):
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")
