"""What the heuristic players go by. All of it is opinion, tuned by play; no value of the game stands here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """What a player goes by; tuned by play.

    What things are worth, in victory points:
    soviet_attack    an attack point
    finnish_defence  a defence point
    headquarters     a headquarters
    raid             to stand on a railway that supplies the enemy
    late             share of what units are worth that still counts in the last turn
    fade             turns before the end in which units lose worth, and points that can be had now gain it

    Soviet attacks:
    near     hexes added to each distance, so that what is at hand doesn't count too much
    ride     what a journey by rail counts, in hexes
    daring   least expected gain for which a position is moved up to in order to attack it
    soak     what an attack costs that is made only because it must be
    escort   least gain for which one more cheap unit goes along with an attack

    What the Soviet side keeps:
    garrison   units beyond the least that stay at Murmansk
    line       what a headquarters that keeps a goal captured is worth, in attack points per victory point
    exposed    what it costs a headquarters to stand beside an enemy, in attack points; alone near one: half of it
    watch      turns before the end from which on weak units bar the way to the railways
    depot      points for which a headquarters comes to a supply city that is in danger towards the end

    Finnish lines:
    hold          odds that a hex which is needed should stand
    line_least    defence that stands in each hex of the Mannerheim Line, whatever the enemy does
    flank_least   defence that stands in each hex of other lines
    screen        what it is worth to a light unit to start between a goal and the border
    crowd         how much each company of light units makes one more needless, per defence point
    stand         odds below which units that may retreat before combat rather stay

    Finnish attacks:
    margin   least expected gain for which there is one
    post     share of what a hex is worth that is staked when its defenders attack out of it
    sortie   turns before the end in which light units cross the border to cut railways; before that they wait near by
    """

    soviet_attack: float = 0.22
    finnish_defence: float = 1.1
    headquarters: float = 5.0
    raid: float = 6.5
    late: float = 0.2
    fade: float = 3.0

    near: int = 2
    ride: int = 3
    daring: float = 5.0
    soak: float = 6.0
    escort: float = 0.1

    garrison: int = 0
    line: float = 2.0
    exposed: float = 30.0
    watch: int = 2
    depot: float = 20.0

    hold: float = 2.5
    line_least: float = 20.0
    flank_least: float = 2.0
    screen: float = 2.0
    crowd: float = 0.5
    stand: float = 2.0

    margin: float = 0.4
    post: float = 0.5
    sortie: int = 3


WEIGHTS = Weights()
