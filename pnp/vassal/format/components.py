"""The components of a VASSAL module: class names, their attributes and what kind each attribute is.

Facts of the file format, in one table that writer, reader and translation read. Kinds: `s` a text and `fmt` a message
format (both are translated), `x` a text that is never translated, `b` true or false, `i` integer, `d` decimal,
`color`, `key`, `keys`, `icon` and `img` (image names), `expr`, `list`, `file`, `target`, `sound`, `enum`, `raw`.
"""

from __future__ import annotations

from functools import cache

TRANSLATED_KINDS = frozenset({"s", "fmt"})
IMAGE_KINDS = frozenset({"img", "icon"})

CONFIG_NAMES: dict[str, str] = {
    "Map": "mapName", "TabWidget": "entryName", "ListWidget": "entryName", "PanelWidget": "entryName",
    "BoxWidget": "entryName", "Chart": "chartName", "HtmlChart": "chartName", "HelpFile": "title",
    "AboutScreen": "title",
    "ToolbarMenu": "description", "CounterDetailViewer": "description", "Flare": "flareName",
}  # fmt: skip
"""Attribute that names a component in translation keys, where it isn't `name`."""

_TABLE = """\
VASSAL.build.GameModule name:s version:x description:s ModuleOther1:s ModuleOther2:s VassalVersion:raw
    nextPieceSlotId:raw
VASSAL.build.module.BasicCommandEncoder
VASSAL.build.module.BasicLogger
VASSAL.build.module.ChartWindow name:s description:s text:s tooltip:s icon:icon hotkey:key
VASSAL.build.module.Chatter
VASSAL.build.module.ChessClockControl name:s description:s icon:icon buttonText:s buttonTooltip:s showHotkey:key
    nextHotkey:key startOpponentHotkey:key pauseHotkey:key showTenths:enum showSeconds:enum showHours:enum
    showDays:enum allowReset:b
VASSAL.build.module.ConnectionWindow
VASSAL.build.module.DiceButton name:x text:fmt tooltip:s icon:icon hotkey:key reportFormat:fmt prompt:b nDice:i
    lockDice:b nSides:i lockSides:b plus:i lockPlus:b addToTotal:i lockAdd:b reportTotal:b sortDice:b keepDice:b
    keepOption:enum keepCount:i canDisable:b propertyGate:s hideWhenDisabled:b disabledIcon:icon
VASSAL.build.module.DieManager description:s dfltndice:i dfltnsides:i
VASSAL.build.module.DoActionButton name:s text:fmt tooltip:s icon:icon hotkey:key doReport:b reportFormat:fmt
    doSound:b soundClip:sound doHotkey:b hotkeys:keys doLoop:b loopType:enum loopCount:enum whileExpression:expr
    untilExpression:expr preLoopKey:key postLoopKey:key index:b indexProperty:s indexStart:i indexStep:i
    canDisable:b propertyGate:s hideWhenDisabled:b disabledIcon:icon
VASSAL.build.module.Documentation
VASSAL.build.module.EventLog
VASSAL.build.module.ExtensionElement
VASSAL.build.module.GlobalKeyCommand name:x buttonText:fmt tooltip:s icon:icon buttonHotkey:key hotkey:key
    singleMap:b target:target filter:expr deckCount:enum reportSingle:b suppressSounds:b reportFormat:fmt
    parameters:enum canDisable:b propertyGate:s hideWhenDisabled:b disabledIcon:icon condition:raw propValue:raw
    property:raw names:raw
VASSAL.build.module.GlobalOptions description:s nonOwnerUnmaskable:enum promptString:raw autoReport:enum
    playerIdFormat:x chatterHTMLSupport:enum hotKeysOnClosedWindows:enum inventoryForAll:enum
    sendToLocationMoveTrails:enum storeLeadingZeroIntegersAsStrings:b purgeBlankPropertyPrompts:b
    disablePieceIndexing:b minMaxHeap:i
VASSAL.build.module.InternetDiceButton name:x text:fmt tooltip:s icon:icon hotkey:key canDisable:b
    propertyGate:s hideWhenDisabled:b disabledIcon:icon reportFormat:fmt prompt:b nDice:i lockDice:b nSides:i
    lockSides:b plus:i lockPlus:b addToTotal:i lockAdd:b reportTotal:b sortDice:b keepDice:b keepOption:raw
    keepCount:i
VASSAL.build.module.Inventory name:s text:fmt tooltip:s icon:icon hotkey:key include:expr groupBy:list
    nonLeafFormat:s foldersOnly:b leafFormat:fmt sortPieces:b sortFormat:fmt sorting:enum centerOnPiece:b
    forwardKeystroke:b showMenu:b drawPieces:b zoomOn:b pieceZoom:d pieceZoom2:d pieceZoom3:d sides:list
    launchFunction:enum refreshHotkey:key canDisable:b propertyGate:s hideWhenDisabled:b disabledIcon:icon
VASSAL.build.module.KeyNamer
VASSAL.build.module.Map mapName:s description:s markMoved:enum markUnmovedText:s markUnmovedTooltip:s
    markUnmovedIcon:icon markUnmovedHotkey:key markUnmovedReport:fmt edgeWidth:i edgeHeight:i
    backgroundcolor:color allowMultiple:b color:color thickness:i launch:b buttonName:s tooltip:s icon:icon
    hotkey:key showKey:key hideKey:key onlyReportChangedLocation:b moveWithinFormat:fmt moveToFormat:fmt
    createFormat:fmt changeFormat:fmt moveKey:key
VASSAL.build.module.MultiActionButton description:s text:fmt tooltip:s icon:icon hotkey:key menuItems:list
    canDisable:b propertyGate:s hideWhenDisabled:b disabledIcon:icon
VASSAL.build.module.NotesWindow buttonText:fmt tooltip:s icon:icon hotkey:key description:s canDisable:b
    propertyGate:s hideWhenDisabled:b disabledIcon:icon
VASSAL.build.module.PieceWindow name:s description:s hidden:b text:s tooltip:s icon:icon hotkey:key scale:d
    defaultWidth:i
VASSAL.build.module.PlayerHand mapName:s description:s markMoved:enum markUnmovedText:s markUnmovedTooltip:s
    markUnmovedIcon:icon markUnmovedHotkey:key markUnmovedReport:fmt edgeWidth:i edgeHeight:i
    backgroundcolor:color allowMultiple:b color:color thickness:i launch:b buttonName:s tooltip:s icon:icon
    hotkey:key showKey:key hideKey:key onlyReportChangedLocation:b moveWithinFormat:fmt moveToFormat:fmt
    createFormat:fmt changeFormat:fmt moveKey:key side:list visible:b useBoards:s
VASSAL.build.module.PlayerRoster buttonText:s buttonToolTip:s buttonIcon:icon buttonKeyStroke:key
VASSAL.build.module.Plugin
VASSAL.build.module.PredefinedSetup name:s description:s isMenu:b useFile:b file:file
VASSAL.build.module.PrivateMap mapName:s description:s markMoved:enum markUnmovedText:s markUnmovedTooltip:s
    markUnmovedIcon:icon markUnmovedHotkey:key markUnmovedReport:fmt edgeWidth:i edgeHeight:i
    backgroundcolor:color allowMultiple:b color:color thickness:i launch:b buttonName:s tooltip:s icon:icon
    hotkey:key showKey:key hideKey:key onlyReportChangedLocation:b moveWithinFormat:fmt moveToFormat:fmt
    createFormat:fmt changeFormat:fmt moveKey:key side:list visible:b useBoards:s
VASSAL.build.module.PrototypeDefinition name:x description:x
VASSAL.build.module.PrototypesContainer
VASSAL.build.module.RandomTextButton name:s text:fmt reportFormat:fmt nDice:i reportTotal:b faces:s numeric:b
    canDisable:b propertyGate:s hideWhenDisabled:b disabledIcon:icon tooltip:s icon:icon hotkey:key prompt:b
    lockDice:b lockSides:b plus:i lockPlus:b addToTotal:i lockAdd:b sortDice:b keepDice:b keepOption:raw
    keepCount:i
VASSAL.build.module.SpecialDiceButton name:s text:fmt tooltip:s icon:icon hotkey:key description:s
    resultChatter:b format:fmt resultWindow:b windowTitleResultFormat:fmt resultButton:b windowX:i windowY:i
    backgroundColor:color canDisable:b propertyGate:s hideWhenDisabled:b disabledIcon:icon doReport:b
    reportFormat:fmt doSound:b soundClip:sound doHotkey:b hotkeys:keys doLoop:b loopType:raw loopCount:raw
    whileExpression:expr untilExpression:expr preLoopKey:key postLoopKey:key index:b indexProperty:s
    indexStart:i indexStep:i
VASSAL.build.module.SpecialDie name:s format:fmt
VASSAL.build.module.SpecialDieFace text:s value:i icon:icon
VASSAL.build.module.StartupGlobalKeyCommand name:x buttonText:fmt tooltip:s icon:icon buttonHotkey:key
    hotkey:key singleMap:b target:target filter:expr deckCount:enum reportSingle:b suppressSounds:b
    reportFormat:fmt parameters:enum canDisable:b propertyGate:s hideWhenDisabled:b disabledIcon:icon
    whenToApply:enum hotkeyOrKeyCommand:enum globalHotkey:key condition:raw
VASSAL.build.module.ToolbarMenu description:s text:fmt tooltip:s icon:icon hotkey:key menuItems:list
    canDisable:b propertyGate:s hideWhenDisabled:b disabledIcon:icon
VASSAL.build.module.chessclockcontrol.ChessClock description:s side:enum buttonText:s icon:icon startHotkey:key
    stopHotkey:key tickingBackgroundColor:enum tickingFontColor:color tockingFontColor:color tooltip:s
VASSAL.build.module.documentation.AboutScreen title:s fileName:img
VASSAL.build.module.documentation.BrowserHelpFile title:raw contents:raw startingPage:raw
VASSAL.build.module.documentation.BrowserPDFFile title:s pdfFile:file
VASSAL.build.module.documentation.HelpFile title:s fileName:file vassalDoc:enum image:raw fileType:raw
VASSAL.build.module.documentation.Tutorial name:s logfile:file launchOnStartup:b promptMessage:s
    welcomeMessage:s
VASSAL.build.module.folder.DeckSubFolder name:x desc:x
VASSAL.build.module.folder.GlobalPropertyFolder name:x desc:x
VASSAL.build.module.folder.MapSubFolder name:x desc:x
VASSAL.build.module.folder.ModuleSubFolder name:x desc:x
VASSAL.build.module.folder.PrototypeFolder name:x desc:x
VASSAL.build.module.gamepieceimage.ColorManager
VASSAL.build.module.gamepieceimage.ColorSwatch name:x color:color
VASSAL.build.module.gamepieceimage.FontManager
VASSAL.build.module.gamepieceimage.FontStyle name:x style:raw
VASSAL.build.module.gamepieceimage.GamePieceImage name:raw bgColor:raw borderColor:raw props:raw version:raw
VASSAL.build.module.gamepieceimage.GamePieceImageDefinitions
VASSAL.build.module.gamepieceimage.GamePieceLayout name:x width:i height:i border:raw layout:raw
VASSAL.build.module.gamepieceimage.GamePieceLayoutsContainer
VASSAL.build.module.gamepieceimage.ImageItem name:x location:raw image:img source:raw advanced:b xoffset:i
    yoffset:i rotation:i antialias:b
VASSAL.build.module.gamepieceimage.ImageItemInstance image:img
VASSAL.build.module.gamepieceimage.ShapeItem name:x location:raw width:i height:i shape:raw bevel:i advanced:b
    xoffset:i yoffset:i rotation:i antialias:b
VASSAL.build.module.gamepieceimage.ShapeItemInstance fgColor:raw borderColor:raw
VASSAL.build.module.gamepieceimage.SymbolItem name:x location:raw set:raw width:i height:i linewidth:d
    advanced:b xoffset:i yoffset:i rotation:i antialias:b
VASSAL.build.module.gamepieceimage.SymbolItemInstance size:raw symbol1:raw symbol2:raw fgColor:raw bgColor:raw
    sizeColor:raw
VASSAL.build.module.gamepieceimage.TextBoxItem name:x location:raw width:i height:i use_html:b font:raw
    source:raw text:raw advanced:b xoffset:i yoffset:i rotation:i antialias:b
VASSAL.build.module.gamepieceimage.TextItem name:x location:raw font:raw source:raw text:s advanced:b xoffset:i
    yoffset:i rotation:i antialias:b
VASSAL.build.module.gamepieceimage.TextItemInstance value:s fgColor:raw bgColor:raw outlineColor:raw
VASSAL.build.module.map.BoardPicker addColumnText:s addRowText:s boardPrompt:s slotHeight:i slotScale:d
    slotWidth:i title:s maxColumns:i
VASSAL.build.module.map.CounterDetailViewer version:x description:s delay:i hotkey:key bgColor:color
    fgColor:color borderColor:color minDisplayPieces:enum zoomlevel:d centerAll:b borderThickness:i
    borderInnerThickness:i showgraph:b centerPiecesVertically:b graphicsZoom:d showgraphsingle:b borderWidth:i
    verticalOffset:i showtext:b enableHTML:b centerText:b stretchWidthSummary:b stretchWidthPieces:b
    combineCounterSummary:b onlyShowFirstSummary:b extraTextPadding:i verticalTopText:i verticalBottomText:i
    showtextsingle:b fontSize:i summaryReportFormat:fmt counterReportFormat:fmt emptyHexReportForma:x
    display:enum layerList:list propertyFilter:expr showTerrainBeneath:enum showTerrainSnappy:b
    showTerrainWidth:i showTerrainHeight:i showTerrainZoom:d showTerrainText:fmt showOnlyTopOfStack:b
    showNoStack:b showMoveSelectde:b showNonMovable:b unrotatePieces:b showDeck:b showDeckMasked:b
    showDeckDepth:i showOverlap:b stopAfterShowing:b
VASSAL.build.module.map.DeckGlobalKeyCommand name:s hotkey:key target:target filter:expr deckCount:enum
    reportFormat:fmt reportSingle:b suppressSounds:b parameters:enum
VASSAL.build.module.map.DrawPile name:s description:s owningBoard:enum x:i y:i width:i height:i allowMultiple:b
    drawMultipleMessage:s allowSelect:b drawSpecificMessage:s selectDisplayProperty:enum selectSortProperty:x
    faceDown:enum faceFlipHotkey:key faceUpMessage:s faceUpHotkey:key faceUpReportFormat:fmt faceDownMessage:s
    faceDownHotkey:key faceDownFormat:fmt drawFaceUp:b shuffle:enum shuffleCommand:s shuffleFormat:fmt
    shuffleHotkey:key reversible:b reverseCommand:s reverseFormat:fmt reverseHotkey:key draw:b color:color
    hotkeyOnEmpty:b emptyHotkey:key reshufflable:b reshuffleCommand:s reshuffleMessage:fmt reshuffleHotkey:key
    reshuffleTarget:enum canSave:b saveMessage:s saveHotkey:key saveReportFormat:fmt loadMessage:s
    loadHotkey:key loadReportFormat:fmt maxStack:i expressionCounting:b countExpressions:list restrictOption:b
    restrictExpression:expr deckRestrictAccess:b deckOwners:list
VASSAL.build.module.map.Flare flareName:s description:s flareKey:enum circleSize:i circleColor:color
    circleScale:b flarePulses:i flarePulsesPerSec:i reportFormat:fmt
VASSAL.build.module.map.ForwardToChatter
VASSAL.build.module.map.ForwardToKeyBuffer
VASSAL.build.module.map.GlobalMap tooltip:s buttonText:s icon:icon hotkey:key scale:d color:color
VASSAL.build.module.map.HandMetrics disabled:b exSepX:i exSepY:i unexSepX:i unexSepY:i color:color top:raw
    bottom:raw up:raw down:raw
VASSAL.build.module.map.HidePiecesButton buttonText:s tooltip:s hotkey:key showingIcon:icon hiddenIcon:icon
VASSAL.build.module.map.HighlightLastMoved enabled:b color:color thickness:i
VASSAL.build.module.map.ImageSaver buttonText:fmt tooltip:s icon:icon hotkey:key canDisable:b propertyGate:s
    hideWhenDisabled:b disabledIcon:icon
VASSAL.build.module.map.KeyBufferer
VASSAL.build.module.map.LOS_Thread threadName:s label:fmt tooltip:s iconName:icon hotkey:key report:fmt
    persistence:enum persistentIconName:icon global:enum snapStart:b snapEnd:b drawRange:b scale:i round:enum
    hideCounters:b hideOpacity:i losThickness:i threadColor:color rangeFg:raw rangeBg:raw canDisable:b
    propertyGate:s hideWhenDisabled:b disabledIcon:icon
VASSAL.build.module.map.LayerControl text:fmt tooltip:s icon:icon hotkey:key description:s command:enum skip:b
    layers:list canDisable:b propertyGate:s hideWhenDisabled:b disabledIcon:icon
VASSAL.build.module.map.LayeredPieceCollection description:s property:x layerOrder:list
VASSAL.build.module.map.MapCenterer
VASSAL.build.module.map.MapShader name:x alwaysOn:b startsOn:b buttonText:s tooltip:s icon:icon
    addToMapToolbar:b hotkey:key boards:enum boardList:list type:enum drawOver:b pattern:enum color:color
    image:img scaleImage:b opacity:i border:b borderColor:color borderWidth:i borderOpacity:i
VASSAL.build.module.map.MassKeyCommand name:x buttonText:fmt tooltip:s icon:icon buttonHotkey:key hotkey:key
    singleMap:b target:target filter:expr deckCount:enum reportSingle:b suppressSounds:b reportFormat:fmt
    parameters:enum canDisable:b propertyGate:s hideWhenDisabled:b disabledIcon:icon condition:raw propValue:raw
    property:raw names:raw
VASSAL.build.module.map.MenuDisplayer
VASSAL.build.module.map.MoveCameraButton text:fmt tooltip:s icon:icon hotkey:key moveCameraMode:enum
    boardName:fmt zoneName:fmt regionName:fmt gridLocation:fmt xPos:fmt yPos:fmt xOffset:fmt yOffset:fmt
    propertyFilter:expr zoom:fmt canDisable:b propertyGate:s hideWhenDisabled:b disabledIcon:icon
VASSAL.build.module.map.PieceMover icon:raw
VASSAL.build.module.map.PieceRecenterer text:fmt tooltip:s icon:icon hotkey:key canDisable:b propertyGate:s
    hideWhenDisabled:b disabledIcon:icon
VASSAL.build.module.map.Scroller useArrows:raw
VASSAL.build.module.map.SelectionHighlighter name:s match:expr useImage:b color:color thickness:i image:icon
    xoffset:i yoffset:i
VASSAL.build.module.map.SelectionHighlighters
VASSAL.build.module.map.SetupStack name:x owningBoard:enum useGridLocation:b location:x x:i y:i
VASSAL.build.module.map.StackExpander
VASSAL.build.module.map.StackMetrics disabled:b exSepX:i exSepY:i unexSepX:i unexSepY:i color:color top:raw
    bottom:raw up:raw down:raw
VASSAL.build.module.map.TextSaver buttonText:fmt tooltip:s icon:icon hotkey:key canDisable:b propertyGate:s
    hideWhenDisabled:b disabledIcon:icon
VASSAL.build.module.map.Zoomer zoomStart:raw zoomLevels:enum inTooltip:s inButtonText:s inIconName:icon
    zoomInKey:key pickTooltip:s pickButtonText:s pickIconName:icon zoomPickKey:key outTooltip:s outButtonText:s
    outIconName:icon zoomOutKey:key
VASSAL.build.module.map.boardPicker.Board name:s image:img reversible:b width:i height:i color:color
VASSAL.build.module.map.boardPicker.board.HexGrid sideways:b x0:i y0:i dy:d dx:d snapTo:b edgesLegal:b
    cornersLegal:b visible:b dotsVisible:b color:color
VASSAL.build.module.map.boardPicker.board.Region name:s originx:i originy:i
VASSAL.build.module.map.boardPicker.board.RegionGrid snapto:b visible:b fontsize:i
VASSAL.build.module.map.boardPicker.board.SquareGrid x0:i y0:i dx:d dy:d range:enum snapTo:b edgesLegal:b
    cornersLegal:b visible:b dotsVisible:b color:color
VASSAL.build.module.map.boardPicker.board.ZonedGrid
VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering first:enum sep:s hType:enum hLeading:i hOff:i
    hDescend:b vType:enum vLeading:i vOff:i vDescend:b locationFormat:fmt visible:b fontSize:i color:color
    rotateText:enum hDrawOff:i vDrawOff:i stagger:b
VASSAL.build.module.map.boardPicker.board.mapgrid.SquareGridNumbering first:enum sep:s hType:enum hLeading:i
    hOff:i hDescend:b vType:enum vLeading:i vOff:i vDescend:b locationFormat:fmt visible:b fontSize:i
    color:color rotateText:enum hDrawOff:i vDrawOff:i
VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name:s locationFormat:fmt path:raw useParentGrid:b
    useHighlight:b highlightProperty:x
VASSAL.build.module.map.boardPicker.board.mapgrid.ZoneHighlight name:s color:color coverage:enum width:i
    style:enum image:icon opacity:enum
VASSAL.build.module.map.boardPicker.board.mapgrid.ZonedGridHighlighter
VASSAL.build.module.map.deck.DeckSendKeyCommand description:s menuText:s hotkey:key reportFormat:fmt
    variableDeck:b targetDeck:enum deckExpression:expr sendMatching:b matchExpression:expr limitTotal:b
    limitExpression:expr stop:b stopExpression:expr stopAlso:b applyOnMove:b
VASSAL.build.module.map.deck.DeckSortKeyCommand description:s menuText:s hotkey:key reportFormat:fmt
    sortParameters:enum
VASSAL.build.module.properties.BooleanScenarioProperty name:x initialValue:b description:s hotkey:key switch:b
VASSAL.build.module.properties.ChangePropertyButton desc:s text:fmt tooltip:s icon:icon hotkey:key
    reportFormat:fmt propChanger:enum canDisable:b propertyGate:s hideWhenDisabled:b disabledIcon:icon
VASSAL.build.module.properties.GlobalProperties
VASSAL.build.module.properties.GlobalProperty name:x initialValue:x description:x isNumeric:b min:x max:x wrap:b
VASSAL.build.module.properties.GlobalTranslatableMessage name:x initialValue:s description:x
VASSAL.build.module.properties.GlobalTranslatableMessages
VASSAL.build.module.properties.ListScenarioProperty name:x initialValue:raw description:s hotkey:key switch:b
    options:raw
VASSAL.build.module.properties.NumberScenarioProperty name:x initialValue:i description:s hotkey:key switch:b
VASSAL.build.module.properties.ScenarioPropertiesOptionTab name:s description:s report:enum heading:enum
    leftAlign:enum
VASSAL.build.module.properties.StringScenarioProperty name:x initialValue:s description:s hotkey:key switch:b
VASSAL.build.module.properties.ZoneProperty name:x initialValue:x description:x isNumeric:b min:x max:x wrap:b
VASSAL.build.module.turn.CounterTurnLevel name:x property:x turnFormat:fmt start:i incr:i loop:b loopLimit:i
VASSAL.build.module.turn.ListTurnLevel name:x property:x turnFormat:fmt list:s configList:b configFirst:b
    prompt:s
VASSAL.build.module.turn.TurnComponent
VASSAL.build.module.turn.TurnGlobalHotkey name:s hotkey:key match:expr reportFormat:fmt
VASSAL.build.module.turn.TurnTracker name:s description:s buttonText:s icon:icon hotkey:key nexthotkey:key
    prevhotkey:key turnFormat:fmt reportFormat:fmt tooltip:s lengthStyle:enum length:i plusButtonSize:i
    turnButtonHeight:i fwdOnly:b
VASSAL.build.widget.BoxWidget entryName:s width:raw height:raw
VASSAL.build.widget.CardSlot entryName:x gpid:raw width:i height:i
VASSAL.build.widget.Chart chartName:s description:s fileName:img
VASSAL.build.widget.HtmlChart chartName:s description:s fileName:file
VASSAL.build.widget.ListWidget entryName:s description:s scale:d width:raw height:raw divider:raw
VASSAL.build.widget.MapWidget entryName:s description:s
VASSAL.build.widget.PanelWidget entryName:s description:s fixed:b nColumns:i vert:b scale:d
VASSAL.build.widget.PieceSlot entryName:x gpid:raw width:i height:i
VASSAL.build.widget.TabWidget entryName:s description:s
VASSAL.build.widget.WidgetMap mapName:s description:s markMoved:raw markUnmovedText:s markUnmovedTooltip:s
    markUnmovedIcon:icon markUnmovedHotkey:key markUnmovedReport:raw edgeWidth:i edgeHeight:i
    backgroundcolor:color allowMultiple:b color:color thickness:i launch:b buttonName:s tooltip:s icon:icon
    hotkey:key showKey:key hideKey:key onlyReportChangedLocation:b moveWithinFormat:fmt moveToFormat:fmt
    createFormat:fmt changeFormat:fmt moveKey:key
VASSAL.chat.ui.ChatServerControls
VASSAL.i18n.Language
VASSAL.i18n.Translation locale:raw
VASSAL.launch.BasicModule name:s version:x description:s ModuleOther1:s ModuleOther2:s VassalVersion:raw
    nextPieceSlotId:raw
VASSAL.preferences.BooleanPreference note:raw tab:s desc:s name:x default:x
VASSAL.preferences.DoublePreference note:raw tab:s desc:s name:x default:x
VASSAL.preferences.EnumPreference note:raw tab:s desc:s name:x default:x list:list
VASSAL.preferences.IntegerPreference note:raw tab:s desc:s name:x default:x
VASSAL.preferences.StringPreference note:raw tab:s desc:s name:x default:x
VASSAL.preferences.TextPreference note:raw tab:s desc:s name:x default:x
VASSAL.script.ActionScript name:x desc:s script:raw
VASSAL.script.BshCommandEncoder
VASSAL.script.BshPlugin
VASSAL.script.GeneralScript name:x desc:s script:raw
VASSAL.script.ScriptContainer
VASSAL.tools.DebugControls
VASSAL.tools.icon.IconFamily name:x scalableIcon:raw icon0:raw icon1:raw icon2:raw icon3:raw
"""


@cache
def component_attributes() -> dict[str, dict[str, str]]:
    """Class name -> attribute -> kind."""
    table: dict[str, dict[str, str]] = {}
    current: dict[str, str] = {}
    for line in _TABLE.splitlines():
        words = line.split()
        if not line.startswith(" "):
            current = table[words[0]] = {}
            words = words[1:]
        for word in words:
            name, _, kind = word.partition(":")
            current[name] = kind
    return table


@cache
def class_names() -> dict[str, str]:
    """Short name -> class, e.g. "Zone" -> "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone"."""
    return {name.rsplit(".", 1)[1]: name for name in component_attributes()}
