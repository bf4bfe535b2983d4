"""What shogi pieces are worth, set by hand: on the board, in the hand, and by how near they are to the kings."""

import numpy as np

from yomi.games.shogi import features
from yomi.games.shogi.features import COLUMNS_APART, FAR, GROUPS, ROWS_APART, SPOTS
from yomi.games.shogi.pieces import BISHOP, GOLD, KNIGHT, LANCE, PAWN, PROMOTED, ROOK, SILVER

BOARD_WORTH = np.zeros(16, np.int64)
HAND_WORTH = np.zeros(16, np.int64)
for kind, worth, held, promoted in (
    (PAWN, 100, 115, 500),
    (LANCE, 280, 300, 480),
    (KNIGHT, 320, 350, 490),
    (SILVER, 480, 520, 530),
    (GOLD, 550, 590, 0),
    (BISHOP, 800, 850, 1050),
    (ROOK, 950, 1000, 1300),
):
    BOARD_WORTH[kind], HAND_WORTH[kind] = worth, held
    if promoted:
        BOARD_WORTH[kind + PROMOTED] = promoted
CAPTURED = BOARD_WORTH + np.concatenate([HAND_WORTH[:9], HAND_WORTH[1:8]])  # what the capture of a piece changes
RISE = np.array([BOARD_WORTH[k + PROMOTED] - BOARD_WORTH[k] if 0 < k < GOLD else 0 for k in range(16)])  # by promotion

NEAR = (  # kind, worth beside the own king, worth beside the other king
    (PAWN, 6, 4),
    (LANCE, 2, 6),
    (KNIGHT, 4, 10),
    (SILVER, 18, 22),
    (GOLD, 26, 26),
    (BISHOP, 6, 16),
    (ROOK, -4, 18),
    (PAWN + PROMOTED, 10, 32),
    (LANCE + PROMOTED, 10, 32),
    (KNIGHT + PROMOTED, 10, 32),
    (SILVER + PROMOTED, 14, 32),
    (BISHOP + PROMOTED, 24, 34),
    (ROOK + PROMOTED, 20, 36),
)
TEMPO = 15  # of having the move


def material() -> np.ndarray:
    """Weights of a plain material setting."""
    return pieces_alone(BOARD_WORTH, HAND_WORTH)


def equal() -> np.ndarray:
    """Weights to learn from, in which every piece is worth the same."""
    return pieces_alone(np.sign(BOARD_WORTH), np.sign(HAND_WORTH)) * 100


def pieces_alone(board: np.ndarray, hand: np.ndarray) -> np.ndarray:
    """Weights of pieces on the board and in the hand."""
    weights = np.zeros(max(numbers.stop for numbers in GROUPS.values()) - 1)
    for group, values in (("material", board), ("hand", hand)):
        weights[GROUPS[group].start - 1 :][:16] = values
    return weights


def plain() -> np.ndarray:
    """Material, the nearness to the kings, and the move."""
    weights = material()
    weights[0] = TEMPO
    for start, by_kind in ((features.GUARD, 1), (features.THREAT, 2)):
        for row in NEAR:
            spots = weights[start - 1 + row[0] * SPOTS :][:SPOTS].reshape(ROWS_APART, COLUMNS_APART)
            for down in range(ROWS_APART):
                for across in range(COLUMNS_APART):
                    distance = max(abs(down - FAR), across)
                    spots[down, across] = row[by_kind] * max(0, 5 - distance) // 4
    return weights
