"""Workbooks made in memory, for tests of what reads them."""

import io
import zipfile


def workbook(sheets):
    """An XLSX file with these sheets: name -> cell -> value."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for name, cells in sheets.items():
        sheet = book.create_sheet(name)
        for cell, value in cells.items():
            sheet[cell] = value
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def ods(rows, head=""):
    """An ODS file with a sheet `Axis` of these rows of XML."""
    names = 'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" ' \
            'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ' \
            'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" ' \
            'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'  # fmt: skip
    body = f'<office:body><office:spreadsheet><table:table table:name="Axis">{rows}</table:table>' \
           "</office:spreadsheet></office:body>"  # fmt: skip
    content = f"{head}<office:document-content {names}>{body}</office:document-content>"
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    return zipped({"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content})


def zipped(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def rows_of(*rows):
    """Rows of an ODS sheet, each a list of texts and numbers."""
    def cell(value):
        kind = 'float" office:value="' + str(value) if isinstance(value, int) else "string"
        return f'<table:table-cell office:value-type="{kind}"><text:p>{value}</text:p></table:table-cell>'

    return "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
