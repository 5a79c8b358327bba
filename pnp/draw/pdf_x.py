"""PDF/X-4: what a printing house may rely on, claimed only with the profile of its inks embedded."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from pnp.errors import PnpError
from pnp.output import sha256

MAX_BYTES = 32_000_000
"""Of a profile; the largest of a press have a few million."""
_HEADER = 128
_VERSION = 4
"""Of ICC profiles, the newest that PDF/X-4 allows."""
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


def read_profile(path: Path) -> Profile:
    """The profile in a file. Raises PnpError unless it is the whole ICC profile of a printer with four inks."""
    from PIL import ImageCms

    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if not _HEADER <= len(data) <= MAX_BYTES or data[36:40] != b"acsp":
        raise PnpError(f"{path.name} is no ICC profile: ask the printing house for that of its press")
    if data[12:20] != b"prtrCMYK" or data[8] > _VERSION:
        raise PnpError(f"{path.name} is the profile of another device: PDF/X-4 needs that of a press with four inks")
    size = int.from_bytes(data[:4], "big")
    if len(data) < size:
        raise PnpError(f"{path.name} ends too early: part of the profile is missing. Copy it again")
    try:
        press, screen = ImageCms.ImageCmsProfile(io.BytesIO(data)), ImageCms.createProfile("sRGB")
        ImageCms.buildTransform(press, screen, "CMYK", "RGB")
        ImageCms.buildTransform(screen, press, "RGB", "CMYK")
    except (OSError, ImageCms.PyCMSError):
        raise PnpError(f"{path.name} lacks the tables between inks and colours, or they are damaged") from None
    return Profile(path.name, data[:size])


def claim(document: Any, title: str, profile: Profile) -> None:
    """Mark `document` of a canvas as PDF/X-4 with `profile` as the inks that are meant."""
    from pnp.draw import pdf_objects  # reportlab: whoever only names a profile doesn't need it

    escaped = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    identity = UUID(sha256(f"{title} {sha256(profile.data)}".encode())[:32])
    metadata = _XMP.format(title=escaped, date=_DATE, identity=identity).encode("utf-8")
    pdf_objects.add_print_condition(document, profile.name, profile.data, metadata)
