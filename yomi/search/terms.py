"""Why a move is chosen: the terms of the selection formula for every child of a node, and distributions over moves.

For people who watch a search, so plain NumPy; it only reads, and the search may go on meanwhile. All is as `choose`
sees it: simulations on their way count as losses, a lost move has no chance, a drawn one is worth what it is.
"""

from functools import singledispatch
from math import inf, log, nan, sqrt
from typing import Any, NamedTuple

import numpy as np

from yomi.games.tactics import SCALE
from yomi.search.bandit import Greedy, Ucb1, Uct
from yomi.search.flat import Flat
from yomi.search.graph import total_of
from yomi.search.gumbel import LEAST_PRIOR, Gumbel, outlook, planned_visits
from yomi.search.minimax import UctMax
from yomi.search.puct import Puct, Web, exploration
from yomi.search.rave import EvenRave, McRave, MseRave, Rave, considered
from yomi.search.read import children, values
from yomi.search.softmax import CERTAIN, PAWN, Mcss, temperature
from yomi.search.tree import DRAWN, LOST, OPEN, WON, Tree

DEGREES = 0.92 * PAWN  # the temperature of softmax search if nothing else is said [MCSS eq. 4]


class Column(NamedTuple):
    """A term of a formula, or what terms are made of."""

    key: str  # of the last one: "score"
    name: str  # as in the formula
    meaning: str
    adds: bool = False  # whether the score is the sum of this and others that add


class Terms(NamedTuple):
    """A formula with its numbers: the child with the highest score, the first one of equals, is visited next.

    Columns that add do so in every row, missing cells as 0, but the score is -inf for a move that is not considered:
    lost, pruned, not yet let in, not its turn. Softmax search has probabilities as scores.
    """

    formula: str
    columns: tuple[Column, ...]
    children: np.ndarray  # node numbers
    cells: np.ndarray  # [children, columns]; NaN where a move has no such term, and inf where it comes first
    numbers: dict[str, float]  # letters of the formula that are the same for all moves


class Fan(NamedTuple):
    """The children of a node, copied, since a search may go on."""

    rows: slice
    visits: np.ndarray
    pending: np.ndarray
    reward: np.ndarray
    square: np.ndarray
    proof: np.ndarray


Part = tuple[Column, np.ndarray]  # a column with its cells

N = Column("n", "n", "How often the move was tried; simulations on their way count as lost ones.")
Q = Column("q", "Q", "The mean result of the move, from 0 (lost) to 1 (won).", True)
FPU = Column("fpu", "first play", "What stands for Q as long as the move was never tried.", True)
EXPLORE = Column("explore", "exploration", "High as long as the move was tried less often than others.", True)
VARIANCE = Column("variance", "V", "How much the results of the move may vary, ¼ at most.")
LOW = Column("low", "lower bound", "What the move is worth at least, as far as is known.")
HIGH = Column("high", "upper bound", "What it is worth at most: under the best lower bound it is tried no more.")
M = Column("m", "m", "How many simulations played the move at any later time; the heuristic's count too.")
AMAF = Column("amaf", "AMAF", "The mean result of simulations that played the move at any later time.")
BETA = Column("beta", "β", "How much AMAF weighs against Q: much at first, less with every visit.")
BLEND = Column("blend", "Q*", "Q and AMAF in one value, by their weights.")
OWN = Column("own", "Q's part", "What the move's own simulations add: (1 − β) times their part of Q.", True)
PRIOR = Column("prior", "prior", "What the heuristic adds: (1 − β) times its part of Q.", True)
RAVE = Column("rave", "RAVE", "What simulations with the move at any later time add: β times AMAF.", True)
POLICY = Column("policy", "P", "How likely the policy is to play the move.")
FORCED = Column("forced", "forced", "Infinite while a move tried has fewer visits than its policy asks for.", True)
COMPLETED = Column("q", "Q", "The mean result, from 0 to 1; of a move never tried, what others and the node are worth.")
LOGIT = Column("logit", "ln P", "The logarithm of how likely the policy is to play the move.", True)
LUCK = Column("luck", "g", "What chance adds, so that moves are drawn by the policy.", True)
SIGMA = Column("sigma", "σ·Q", "What the value adds: more, the more visits there are.", True)
SUM = Column("sum", "ln P + g + σ·Q", "How good the move seems, whether or not it is its turn.")
WANTED = Column("wanted", "π′", "The share of the visits that the move deserves, by policy and values.", True)
HAS = Column("has", "−n / (1 + N)", "The share of the visits that it has.", True)
PAWNS = Column("q", "Q", "What the move is worth, in units of the smallest piece.")
WEIGHT = Column("weight", "exp((Q − best) / T)", "How often the move is drawn for each time that the best one is.")
SCORE = Column("score", "score", "The move with the highest score is visited next.")


@singledispatch
def terms(rule: Any, tree: Tree, node: int = 0, depth: int = 0) -> Terms | None:
    """The terms of the formula by which `rule` chooses at a node, which lies at that depth; None where it has none.

    The rule is that of the search: Gumbel's plan depends on the simulations it has.
    """
    return None


def distribution(rule: Any, tree: Tree, node: int = 0, depth: int = 0) -> dict[str, np.ndarray | None]:
    """Ways to weigh the children of a node, in their order; None where the tree has no such column.

    `share`, of the visits. `boltzmann`: probabilities by value, of softmax search at its temperature, of others at its
    default one, where a chance is worth what softmax search takes it for, and every move has one more result that is
    the node's own, so that it takes more than one lucky result to be certain. `prior`: of the policy, or the
    heuristic's values; each of these adds up to 1. `amaf` and `value`: mean results, NaN where there is none.
    """
    fan = fan_of(tree, node)
    soft = terms(rule, tree, node, depth) if isinstance(rule, Mcss) else None
    unknown = (fan.proof == OPEN) & (fan.visits == 0)
    return {
        "share": fan.visits / max(1.0, fan.visits.sum()),
        "boltzmann": soft.cells[:, -1] if soft else warmth(tree, node, fan),
        "prior": prior_shares(tree, fan.rows),
        "amaf": ratio(tree.amaf_reward[fan.rows], tree.amaf_visits[fan.rows]) if len(tree.amaf_visits) else None,
        "value": np.where(unknown, nan, values(tree, np.arange(fan.rows.start, fan.rows.stop))),
    }


def warmth(tree: Tree, node: int, fan: Fan) -> np.ndarray:
    """Boltzmann probabilities by the mean results; a lost move has none, nor has an untried one beside others."""
    n = int(tree.visits[node])
    own = 1.0 - float(tree.reward[node]) / n if n else 0.5
    chance = np.clip((fan.reward + own) / (fan.visits + 1.0), 1e-9, 1.0 - 1e-9)
    worth = np.clip(SCALE * np.log(chance / (1.0 - chance)), -CERTAIN, CERTAIN)
    worth = np.where(fan.proof == OPEN, worth, np.where(fan.proof == WON, CERTAIN, 0.0))
    able = fan.proof != LOST
    known = able & ((fan.visits > 0) | (fan.proof != OPEN))
    return softmax(worth / DEGREES, known if known.any() else able)[1]


def softmax(heat: np.ndarray, able: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(weights relative to the best one's, probabilities) of those who are able, 0 for the others."""
    weights = np.where(able, np.exp(np.minimum(heat - heat[able].max(initial=-inf), 0.0)), 0.0)
    return weights, weights / max(weights.sum(), 1e-300)


def prior_shares(tree: Tree, rows: slice) -> np.ndarray | None:
    """How likely moves are by the policy, or how the heuristic divides its favour; None if there is neither."""
    wanted = tree.prior[rows].astype(float)
    if not len(tree.prior) and len(tree.prior_visits):
        wanted = np.nan_to_num(ratio(tree.prior_reward[rows], tree.prior_visits[rows]))
    return wanted / wanted.sum() if wanted.sum() > 0 else None


def fan_of(tree: Tree, node: int) -> Fan:
    """The children of a node."""
    found = children(tree, node)
    rows = slice(found.start, found.stop)
    visits, pending = tree.visits[rows].astype(float), tree.pending[rows].astype(float)
    return Fan(rows, visits, pending, tree.reward[rows].copy(), tree.square[rows].copy(), tree.proof[rows].copy())


def ratio(a: np.ndarray | float, b: np.ndarray) -> np.ndarray:
    """a / b, NaN where b is 0."""
    return np.divide(a, b, out=np.full(len(b), nan), where=b > 0, dtype=float)


def table(fan: Fan, formula: str, numbers: dict[str, float], parts: list[Part]) -> Terms:
    """The terms with these columns, the score last."""
    cells = np.column_stack([cells for _, cells in parts])
    return Terms(formula, tuple(part[0] for part in parts), np.arange(fan.rows.start, fan.rows.stop), cells, numbers)


def added(fan: Fan, formula: str, numbers: dict[str, float], parts: list[Part]) -> Terms:
    """The terms of a formula that is a sum, which is put behind them; a lost move's is -inf."""
    return table(fan, formula, numbers, [*parts, (SCORE, np.where(fan.proof == LOST, -inf, total(parts)))])


def total(parts: list[Part]) -> np.ndarray:
    """The sum of what adds, missing cells as 0."""
    return np.nansum([cells for column, cells in parts if column.adds], axis=0)


def settled(proof: np.ndarray, parts: list[Part], drawn: float = 0.5, lost: float = 0.0) -> list[Part]:
    """Summands of which the first is exact where a move is drawn or lost, and the others are missing."""
    known, exact = (proof == DRAWN) | (proof == LOST), np.where(proof == DRAWN, drawn, lost)
    return [(column, np.where(known, nan if k else exact, cells)) for k, (column, cells) in enumerate(parts)]


@terms.register
def uct_terms(rule: Uct, tree: Tree, node: int = 0, depth: int = 0) -> Terms:
    fan = fan_of(tree, node)
    n, q, log_n, numbers = bandit(tree, node, fan)
    variance = np.minimum(0.25, ratio(fan.square, n) - q * q + np.sqrt(ratio(2.0 * log_n, n)))  # V_j [MOGO 2.2]
    bonus = rule.p * np.sqrt(ratio(log_n, n) * np.maximum(variance, 0.0))  # UCB1-TUNED [MOGO eq.1, 4.2]
    parts = settled(fan.proof, [(Q, q), (EXPLORE, bonus), (FPU, np.where(n > 0, nan, rule.fpu))])
    formula = "Q + p·√(ln N / n · min(¼, V))"
    return added(fan, formula, numbers | {"p": rule.p}, [(N, n), (VARIANCE, variance), *parts])


@terms.register
def ucb1_terms(rule: Ucb1 | UctMax, tree: Tree, node: int = 0, depth: int = 0) -> Terms:
    fan = fan_of(tree, node)
    n, q, log_n, numbers = bandit(tree, node, fan)
    bonus = rule.c * np.sqrt(ratio(log_n, n))  # UCB1 [MOGO alg.1]
    value = Q._replace(meaning="What the move's best line is worth, from 0 to 1.") if isinstance(rule, UctMax) else Q
    parts = settled(fan.proof, [(value, q), (EXPLORE, bonus), (FPU, np.where(n > 0, nan, rule.fpu))])
    return added(fan, "Q + c·√(ln N / n)", numbers | {"c": rule.c}, [(N, n), *parts])


@terms.register
def greedy_terms(rule: Greedy, tree: Tree, node: int = 0, depth: int = 0) -> Terms:
    fan = fan_of(tree, node)
    n, q, _, _ = bandit(tree, node, fan)
    parts = settled(fan.proof, [(Q, q), (FPU, np.where(n > 0, nan, rule.fpu))])
    return added(fan, "Q", {}, [(N, n), *parts])


def bandit(tree: Tree, node: int, fan: Fan) -> tuple[np.ndarray, np.ndarray, float, dict[str, float]]:
    """(n, Q, ln N, letters) of a node as a bandit."""
    n, visits = fan.visits + fan.pending, float(max(1, tree.visits[node] + tree.pending[node]))
    return n, ratio(fan.reward, n), log(visits), {"N": visits}


@terms.register
def flat_terms(rule: Flat, tree: Tree, node: int = 0, depth: int = 0) -> Terms:
    fan = fan_of(tree, node)
    visits, n = fan.visits, fan.visits + fan.pending
    q = ratio(fan.reward, visits)  # [RAVE eq.3]
    margin = rule.prune * np.sqrt(ratio(np.maximum(ratio(fan.square, visits) - q * q, ratio(0.25, visits)), visits))
    often = visits >= max(1, rule.least)
    bar = (q - margin)[often].max(initial=-inf)
    pruned = often & (q + margin < bar) if rule.prune > 0 else np.zeros(len(n), bool)
    score = np.where(pruned | (fan.proof == LOST), -inf, -n)
    parts = [(N, n), (Q._replace(adds=False), q), (LOW, q - margin), (HIGH, q + margin), (SCORE, score)]
    return table(fan, "−n, of moves whose Q + z·σ / √n reaches every Q − z·σ / √n", {"z": rule.prune}, parts)


@terms.register
def rave_terms(rule: Rave | McRave | MseRave | EvenRave, tree: Tree, node: int = 0, depth: int = 0) -> Terms:
    fan = fan_of(tree, node)
    visits = float(tree.visits[node] + tree.pending[node])
    n = fan.visits + fan.pending + tree.prior_visits[fan.rows]
    m = fan.pending + tree.amaf_visits[fan.rows]
    own, prior, amaf = ratio(fan.reward, n), ratio(tree.prior_reward[fan.rows], n), ratio(tree.amaf_reward[fan.rows], m)
    text, numbers, beta = schedule(rule, visits, n, m, own + prior, amaf)
    beta = np.where(m > 0, np.where(n > 0, beta, beta > 0), 0.0)  # a value that is missing has no weight
    unknown = np.where((n > 0) | (beta > 0), nan, rule.fpu)
    parts = [(OWN, (1 - beta) * own), (PRIOR, (1 - beta) * prior), (RAVE, beta * amaf), (FPU, unknown)]  # [RAVE eq.12]
    parts = settled(fan.proof, parts)
    told = [(N, n), (Q._replace(adds=False), own + prior), (M, m), (AMAF, amaf), (BETA, beta), (BLEND, total(parts))]
    formula = "(1 − β)·Q + β·AMAF"
    if rule.c > 0:
        bonus = rule.c * np.sqrt(log(max(visits, 1.0)) / np.maximum(n, 1.0))  # [RAVE eq.18], n = 0 counts as 1
        parts.append((EXPLORE, np.where((fan.proof == DRAWN) | (fan.proof == LOST), nan, bonus)))
        formula, numbers = f"{formula} + c·√(ln N / n)", numbers | {"c": rule.c}
    found = added(fan, f"{formula}, β = {text}", {"N": visits} | numbers, told + parts)
    found.cells[considered(rule.widen, len(n), visits) :, -1] = -inf
    return found


def schedule(
    rule: Any, visits: float, n: np.ndarray, m: np.ndarray, q: np.ndarray, amaf: np.ndarray
) -> tuple[str, dict[str, float], np.ndarray]:
    """β as a formula, its letters, and what it is for each child with m above 0."""
    match rule:
        case McRave(k=k, each=each):
            simulations = n if each == 1 else np.full(len(n), visits)
            beta = np.sqrt(k / (3.0 * simulations + k)) if k > 0 else np.zeros(len(n))  # [RAVE eq.19]
            return f"√(k / (3·{'n' if each == 1 else 'N'} + k))", {"k": k}, beta
        case MseRave(bias=b):
            mean = ratio(np.nansum([n * q, m * amaf], axis=0), n + m)
            beta = ratio(m, n + m + n * m * b * b / np.maximum(mean * (1.0 - mean), 0.01))  # [RAVE eq.46]
            return "m / (n + m + n·m·b² / μ(1 − μ))", {"b": b}, beta
        case EvenRave(bias=b):
            return "m / (n + m + 4·n·m·b²)", {"b": b}, ratio(m, n + m + 4.0 * n * m * b * b)  # [RAVE eq.47]
        case _:
            return "1", {}, np.ones(len(n))


@terms.register
def puct_terms(rule: Puct | Web, tree: Tree, node: int = 0, depth: int = 0) -> Terms:
    fan = fan_of(tree, node)
    n, p = fan.visits + rule.loss * fan.pending, tree.prior[fan.rows].astype(float)
    own, visits = int(tree.visits[node]), max(1.0, float(tree.visits[node] + rule.loss * tree.pending[node]))
    if rule.graph:
        visits = float(total_of(rule, tree, node)[0])
    c = float(exploration(rule, tree, node))
    untried = (n == 0) & (fan.proof != LOST)
    value = 1.0 - 2.0 * float(tree.reward[node]) / own if own else 0.0
    first = value - rule.fpu * sqrt(p[: reach(untried)].sum())
    mean = Q._replace(meaning="The mean result of the move, from -1 (lost) to 1 (won).")
    parts = [
        (mean, 2.0 * ratio(fan.reward, n) - 1.0),
        (FPU, np.where(untried, first, nan)),
        (EXPLORE._replace(name="U"), c * sqrt(visits) * p / (1.0 + n)),  # [KATA PUCT]
    ]
    parts = settled(np.where(untried, OPEN, fan.proof), parts, 0.0, -1.0)
    formula, numbers = "Q + U, U = c·P·√N / (1 + n)", {"c": c, "N": visits}
    if node == 0 and rule.forced > 0:
        tries = fan.visits + fan.pending
        few = (tries > 0) & (fan.proof != LOST) & (tries * tries < rule.forced * p * own)
        parts.append((FORCED, np.where(few, inf, nan)))
        formula, numbers = f"{formula}; before all others n² < f·P·N", numbers | {"f": rule.forced}
    found = added(fan, formula, numbers, [(N, n), (POLICY, p), *parts])
    overlook(found, untried)
    return found


def reach(untried: np.ndarray) -> int:
    """How many children stand before the first untried one: by a policy they are tried in their order."""
    return int(untried.argmax()) if untried.any() else len(untried)


def overlook(found: Terms, untried: np.ndarray) -> None:
    """Leave out tried moves behind the first untried one, where no rule looks; only moves that must be are found."""
    late = ~untried & (np.arange(len(untried)) > reach(untried))
    found.cells[late & (found.cells[:, -1] < inf), -1] = -inf


@terms.register
def gumbel_terms(rule: Gumbel, tree: Tree, node: int = 0, depth: int = 0) -> Terms:
    fan = fan_of(tree, node)
    weight, mixed = outlook(rule, tree, node, node == 0)
    q = np.where(fan.visits > 0, ratio(fan.reward, fan.visits), mixed)
    q = np.where(fan.proof == OPEN, q, np.where(fan.proof == WON, 1.0, np.where(fan.proof == LOST, 0.0, 0.5)))
    told = [(N, fan.visits + fan.pending), (POLICY, tree.prior[fan.rows].astype(float)), (COMPLETED, q)]
    if node == 0:
        return halving_terms(rule, fan, told, float(weight), tree.luck[fan.rows].astype(float))
    return improved_terms(fan, told, float(weight), float(mixed))


def halving_terms(rule: Gumbel, fan: Fan, told: list[Part], weight: float, luck: np.ndarray) -> Terms:
    """Sequential halving at the root: of the moves with as many visits as planned the best one [Danihelka2022]."""
    (_, n), (_, p), (_, q) = told
    planned = int(planned_visits(rule, len(n), int(n.sum())))
    logit, sigma = np.log(np.maximum(p, LEAST_PRIOR)), weight * q
    far = np.where(fan.proof == LOST, inf, np.abs(n - planned))
    turn = (far == far.min(initial=inf)) & (far < inf)
    parts = [(LOGIT, logit), (LUCK, luck - logit), (SIGMA, sigma)]
    score = np.where(turn, luck + sigma, -inf)
    formula, numbers = "ln P + g + σ·Q, of moves with v visits", {"σ": weight, "v": float(planned)}
    return table(fan, formula, numbers, [*told, *parts, (SUM, luck + sigma), (SCORE, score)])


def improved_terms(fan: Fan, told: list[Part], weight: float, mixed: float) -> Terms:
    """Below the root: the move whose visits are furthest below the improved policy [Danihelka2022]."""
    (_, n), (_, p), (_, q) = told
    untried = (n == 0) & (fan.proof == OPEN)
    front = slice(reach(untried))
    top = q[front].max(initial=mixed)
    strength = np.exp(np.minimum(weight * (q - top), 0.0))
    rest = max(1.0 - p[front].sum(), 0.0) * np.exp(weight * (mixed - top))
    visits = n[front].sum()
    wanted = p * strength / max((p * strength)[front].sum() + rest, 1e-300)
    parts = [(WANTED, wanted), (HAS, -n / (1.0 + visits))]
    found = added(fan, "π′ − n / (1 + N), π′ ~ P·exp(σ·Q)", {"σ": weight, "N": float(visits)}, [*told, *parts])
    overlook(found, untried)
    return found


@terms.register
def softmax_terms(rule: Mcss, tree: Tree, node: int = 0, depth: int = 0) -> Terms:
    fan = fan_of(tree, node)
    t = float(temperature(rule, tree, node, depth))
    weights, chances = softmax(fan.square / t, fan.proof != LOST)  # [MCSS eqs. 1-2]
    drawn = SCORE._replace(name="probability", meaning="How likely the move is to be visited next.")
    parts = [(N, fan.visits), (PAWNS, fan.square / PAWN), (WEIGHT, weights), (drawn, chances)]
    return table(fan, "exp(Q / T) / Σ exp(Q / T)", {"T": t / PAWN}, parts)
