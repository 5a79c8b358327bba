"""The fields of every trait that we write or check, in the engine's order with the engine's defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TraitSpec:
    """The fields of a kind of trait.

    fields      names in order
    defaults    values in the same order
    state       the state of a new piece
    least       fields without which the engine drops the piece; it fills in those that are missing after them
    written     fields that we always write, though the engine could do without
    free        any number of fields may follow
    separator   between fields
    texts       fields whose value is shown to players, so that it is translated under `Piece.<text>`
    """

    id: str
    fields: tuple[str, ...]
    defaults: tuple[str, ...]
    state: str = ""
    least: int = 0
    written: int = 0
    free: bool = False
    separator: str = ";"
    texts: frozenset[str] = frozenset()


def _spec(
    text: str, *, state: str = "", texts: str = "", free: bool = False, separator: str = ";", least: int = 0,
    written: int | None = None,
) -> TraitSpec:  # fmt: skip
    """From "id name=default name …"; in a default, ~ stands for a space."""
    head, *words = text.split()
    pairs = [word.partition("=") for word in words]
    return TraitSpec(
        id=head, fields=tuple(p[0] for p in pairs), defaults=tuple(p[2].replace("~", " ") for p in pairs), state=state,
        least=least, written=len(pairs) if written is None else written, free=free, separator=separator,
        texts=frozenset(texts.split()),
    )  # fmt: skip


_SPECS = (
    _spec("piece clone_key delete_key image name", state="null;0;0;;0", texts="name", least=4),
    _spec(
        "emb2 activate_name activate_mods=128 activate_char up_name up_mods=128 up_char down_name down_mods=128 "
        "down_char "
        "reset_name reset_key reset_level=1 under_when_selected=false x_offset=0 y_offset=0 images names loop=true "
        "name "
        "random_key random_name follow=false expression first_level=1 version=1 always_active=true activate_key "
        "increase_key decrease_key description scale=1.0 only_property only_state=true",
        state="1",
        texts="activate_name up_name down_name reset_name random_name",
    ),
    _spec("mark", free=True, separator=","),
    # With a second field, even an empty one, the engine fills in parameters and drops every `$` of the prototype.
    _spec("prototype name parameters", least=1, written=1),
    _spec("delete menu=Delete key description", texts="menu"),
    _spec("clone menu=Clone key description", texts="menu"),
    _spec(
        "label key menu=Change~label size=10 background ink=0,0,0 vertical=t v_offset=0 horizontal=c h_offset=0 "
        "v_justify=b h_justify=c format=$pieceName$~($label$) font=Dialog style=0 rotate=0 property=TextLabel "
        "description always=false",
        texts="menu format",
    ),
    _spec(
        "immob select move=N stack=R description",
    ),
    _spec(
        "footprint key menu=Movement~Trail visible=false global=false radius=10 fill=255,255,255 line=0,0,0 "
        "selected=100 "
        "unselected=50 edge=20 display=30 width=1.0 on_key off_key clear_key description",
        state="false;;0;false",
        texts="menu",
    ),
    _spec(
        "markmoved image x y menu key description ignore_small=true set_text set_key clear_text clear_key",
        state="false",
        texts="menu set_text clear_text",
    ),
    _spec("report keys format back_keys cycled description no_suppress=false", state="-1", texts="format"),
    _spec(
        "sendto menu key map board x=0 y=0 back_menu back_key x_index=0 y_index=0 x_offset=1 y_offset=1 description "
        "destination=L zone region filter grid",
        texts="menu back_menu",
    ),
    _spec("return menu key deck prompt description version=2 choose=false expression", texts="menu prompt"),
    _spec(
        "macro name menu key match watch actions loop=false pre_key post_key loop_type=counted while until count "
        "index=false index_property start=1 step=1",
        texts="menu",
    ),
    _spec("PROP name constraints=false,0,100,false commands description"),
    _spec("calcProp name expression description"),
    _spec(
        "setprop name constraints=false,0,100,false commands description level=Current~Zone/Current~Map/Module search"
    ),
    _spec(
        "setpieceprop name constraints commands description target filter restrict=false range=1 fixed=true "
        "range_property deck_count=-1 override=false",
    ),
    _spec(
        "globalkey menu key sent_key filter restrict=false range=1 report_single=true fixed=true range_property "
        "description "
        "deck_count=-1 target=COUNTER|false|MAP|||||0|0||false|||EQUALS|| suppress_sounds=false parameters",
        texts="menu",
    ),
    _spec("globalhotkey menu key hotkey description", texts="menu"),
    _spec("hide key menu colour access opacity=0.3 description no_report=false", state="null", texts="menu"),
    _spec(
        "obs key image menu style=I mask_name access=side: peek_menu description auto_peek=false deal_key "
        "deal_expression",
        state="null;",
        texts="menu mask_name peek_menu",
        least=2,
    ),
    _spec("hideCmd name action=Hide match keys"),
    _spec("restrict sides by_player=false movement=true description"),
    _spec("submenu title menus description", texts="title", least=2),
    _spec("menuSeparator description key"),
    _spec(
        "translate menu key dx=0 dy=0 stack=false x_index=0 y_index=0 x_offset=0 y_offset=0 description", texts="menu"
    ),
    _spec("nonRect2 scale=1.0", free=True),
    _spec(
        "rotate facings=1 cw_key ccw_key cw_text ccw_text random_key random_text name description",
        free=True,
        least=1,
        written=1,
        state="0",
        texts="cw_text ccw_text random_text",
    ),
    _spec("pivot menu key x=0 y=0 fixed=true angle=0 description menu2 key2 angle2", texts="menu menu2"),
    _spec(
        "placemark menu key definition=null label=null x_offset=0 y_offset=0 match_rotation=false after_key "
        "description "
        "gpid placement=0 above=false copy=false parameters version=1",
        texts="menu",
        least=3,
    ),
    _spec(
        "replace menu key definition=null label=null x_offset=0 y_offset=0 match_rotation=false after_key description "
        "gpid placement=0 above=false copy=false parameters version=1",
        texts="menu",
        least=3,
    ),
    _spec(
        "AreaOfEffect colour opacity=50 radius=1 always=true menu key shader fixed=true radius_property description "
        "name "
        "on_text on_key off_text off_key global=false",
        state="false",
        texts="menu on_text off_text",
    ),
    _spec("table rows=6 columns=4 menu=Spreadsheet key description", texts="menu"),
    _spec("propertysheet definition menu letter commit=0 red green blue key description", texts="menu", least=2),
    _spec("playSound format menu key send=false description no_suppress=false", texts="menu"),
    _spec("button key x=0 y=0 w=0 h=0 description popup=false whole=false version=1 points=0", free=True),
    _spec("deselect menu key description unstack=false which=D", texts="menu"),
    _spec("mat name description", state="0", least=2),
    _spec("matPiece description keep_facing=false dx=0 dy=0 find_key detach_key", state="noMat"),
    _spec("border property description thickness colour property2 logic"),
    _spec("locCommand description regions filter format key current_map=false"),
    _spec("locmsg name description message"),
    _spec("basicName name", texts="name"),
    _spec(
        "attach name description menu key clear_menu clear_key filter restrict=false range=1 fixed=true "
        "range_property deck_count=-1 target clear_matching_menu clear_matching_key clear_matching_filter on_attach "
        "on_detach before_attach allow_self=false auto=true",
        texts="menu clear_menu clear_matching_menu",
        least=2,
    ),
    # The forms of old modules, which the engine still reads.
    _spec("emb", free=True),
    _spec("nonRect", free=True),
    _spec("cmt text"),
)

TRAITS: Mapping[str, TraitSpec] = {spec.id: spec for spec in _SPECS}
"""Every trait we write or check, by the id before its first `;`."""

_DECK = (
    "draw_outline colour width height face_down shuffle allow_multiple allow_select reversible reshuffle_text "
    "reshuffle_target reshuffle_message name shuffle_message reverse_message face_down_message draw_face_up "
    "can_save shuffle_key reshuffle_key max_stack count_expressions expression_counting commands "
    "hotkey_on_empty empty_key select_display select_sort restrict restrict_expression shuffle_text "
    "reverse_text reverse_key draw_multiple_text draw_specific_text face_up_text face_down_text face_up_key "
    "face_up_message flip_key face_down_key save_text save_key save_report load_text load_key load_report "
    "restrict_access owners"
)
DECK_FIELDS = tuple(_DECK.split())
"""Fields of the type of a deck in a saved game."""
