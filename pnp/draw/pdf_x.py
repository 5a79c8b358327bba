"""PDF/X-4: what a printing house may rely on, claimed only with the profile of its inks embedded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pnp.errors import PnpError
from pnp.output import sha256

_DATE = "2000-01-01T00:00:00+00:00"
"""The date of all our PDFs: same sources, same bytes."""
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate>
<xmp:MetadataDate>{date}</xmp:MetadataDate><xmp:CreatorTool>pnp</xmp:CreatorTool>
<pdf:Producer>pnp</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<xmpMM:DocumentID>uuid:{identity}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


@dataclass(frozen=True)
class Profile:
    """The ICC profile of a press and its paper.

    name  of its file, which says what is meant
    data  its bytes
    """

    name: str
    data: bytes


def read_profile(name: str, data: bytes) -> Profile:
    """The profile in `data`. Raises PnpError unless it is an ICC profile of a printer with four inks."""
    if len(data) < 132 or data[36:40] != b"acsp":
        raise PnpError(f"{name} is no ICC profile")
    if data[12:16] != b"prtr" or data[16:20] != b"CMYK":
        raise PnpError(f"{name} is the profile of another device: PDF/X-4 needs that of a press with four inks")
    return Profile(name, data)


def claim(document: Any, title: str, profile: Profile) -> None:
    """Mark `document` of a canvas as PDF/X-4 with `profile` as the inks that are meant."""
    from pnp.draw import pdf_objects  # reportlab: whoever only names a profile doesn't need it

    escaped = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    identity = UUID(sha256(f"{title} {sha256(profile.data)}".encode())[:32])
    metadata = _XMP.format(title=escaped, date=_DATE, identity=identity).encode("utf-8")
    pdf_objects.add_print_condition(document, profile.name, profile.data, metadata)


__all__ = ["Profile", "claim", "read_profile"]
