// What a plain C++ engine does: uniformly random 9x9 Go playouts that never fill an eye, counted per CPU second.
// Pseudo-liberties (count, sum, sum of squares) give atari without liberty lists; the empty points are a list with swap-remove.
// Build and run: g++ -O3 -march=native go_playouts.cpp -o go_playouts && ./go_playouts [GAMES]
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

constexpr int N = 9, W = N + 2, S = W * W;
enum { EMPTY, BLACK, WHITE, EDGE };

struct Board {
    int8_t color[S];
    int16_t chain[S], next[S], plib[S];
    int32_t psum[S], psq[S];
    int16_t size[S], empty[N * N], epos[S], nempty, ko;
    int8_t to;
};

static const int NEIGHBOUR[4] = {-W, -1, 1, W}, DIAGONAL[4] = {-W - 1, -W + 1, W - 1, W + 1};
static uint64_t state = 88172645463325252ull;

static inline uint64_t random64() {
    state ^= state << 13; state ^= state >> 7; state ^= state << 17;
    return state;
}
static inline int below(int n) { return (int)(((random64() >> 32) * (uint64_t)n) >> 32); }

static bool is_eye(const Board& b, int p, int c) {
    for (int d : NEIGHBOUR) { int q = b.color[p + d]; if (q != c && q != EDGE) return false; }
    int bad = 0, edge = 0;
    for (int d : DIAGONAL) { int q = b.color[p + d]; if (q == 3 - c) bad++; else if (q == EDGE) edge = 1; }
    return bad + edge < 2;
}

static bool in_atari(const Board& b, int r) { return b.plib[r] * b.psq[r] == b.psum[r] * b.psum[r]; }

static bool is_legal(const Board& b, int p, int c) {
    if (p == b.ko) return false;
    for (int d : NEIGHBOUR) if (b.color[p + d] == EMPTY) return true;
    for (int d : NEIGHBOUR) {
        int q = p + d, cq = b.color[q];
        if (cq == EDGE) continue;
        bool atari = in_atari(b, b.chain[q]);
        if (cq == c ? !atari : atari) return true;
    }
    return false;
}

static int remove_chain(Board& b, int r) {
    int p = r, n = 0;
    do {
        b.color[p] = EMPTY;
        b.empty[b.nempty] = p; b.epos[p] = b.nempty++; n++;
        for (int d : NEIGHBOUR) {
            int q = p + d;
            if (b.color[q] == BLACK || b.color[q] == WHITE) {
                int o = b.chain[q];
                b.plib[o]++; b.psum[o] += p; b.psq[o] += p * p;
            }
        }
        int t = b.next[p];
        b.next[p] = p; b.chain[p] = p;
        p = t;
    } while (p != r);
    return n;
}

static void merge(Board& b, int into, int from) {
    b.plib[into] += b.plib[from]; b.psum[into] += b.psum[from]; b.psq[into] += b.psq[from]; b.size[into] += b.size[from];
    int s = from;
    do { b.chain[s] = into; s = b.next[s]; } while (s != from);
    int t = b.next[into]; b.next[into] = b.next[from]; b.next[from] = t;
}

static void play(Board& b, int p) {
    int c = b.to, opponent = 3 - c;
    b.to = opponent;
    b.ko = 0;
    if (p == 0) return;
    bool surrounded = true;
    for (int d : NEIGHBOUR) { int q = b.color[p + d]; if (q == EMPTY || q == c) surrounded = false; }
    b.color[p] = c;
    int e = b.epos[p], last = b.empty[--b.nempty];
    b.empty[e] = last; b.epos[last] = e;
    b.plib[p] = 0; b.psum[p] = 0; b.psq[p] = 0; b.size[p] = 1; b.chain[p] = p; b.next[p] = p;
    for (int d : NEIGHBOUR) {
        int q = p + d, cq = b.color[q];
        if (cq == EMPTY) { int r = b.chain[p]; b.plib[r]++; b.psum[r] += q; b.psq[r] += q * q; continue; }
        if (cq == EDGE) continue;
        int r = b.chain[q];
        b.plib[r]--; b.psum[r] -= p; b.psq[r] -= p * p;
        int own = b.chain[p];
        if (cq == c && r != own) { if (b.size[r] < b.size[own]) merge(b, own, r); else merge(b, r, own); }
    }
    int captured = 0, at = 0;
    for (int d : NEIGHBOUR) {
        int q = p + d;
        if (b.color[q] == opponent && b.plib[b.chain[q]] == 0) { captured += remove_chain(b, b.chain[q]); at = q; }
    }
    if (captured == 1 && surrounded) b.ko = at;
}

static int playout(Board& b) {
    int passes = 0, moves = 0;
    while (passes < 2 && moves < 300) {
        int n = b.nempty, move = 0;
        if (n > 0) {
            int start = below(n), i = start;
            do {
                int p = b.empty[i];
                if (!is_eye(b, p, b.to) && is_legal(b, p, b.to)) { move = p; break; }
                if (++i == n) i = 0;
            } while (i != start);
        }
        play(b, move);
        moves++;
        passes = move == 0 ? passes + 1 : 0;
    }
    return moves;
}

static int score(const Board& b) {
    int s = 0;
    for (int p = 0; p < S; p++) {
        int c = b.color[p];
        if (c == EMPTY) { c = b.color[p - 1]; if (c == EDGE) c = b.color[p + 1]; }
        s += (c == BLACK) - (c == WHITE);
    }
    return s;
}

int main(int argc, char** argv) {
    Board root;
    memset(&root, 0, sizeof root);
    int n = 0;
    for (int p = 0; p < S; p++) {
        int y = p / W, x = p % W;
        root.color[p] = (x == 0 || y == 0 || x == W - 1 || y == W - 1) ? EDGE : EMPTY;
        root.chain[p] = root.next[p] = p;
        if (root.color[p] == EMPTY) { root.empty[n] = p; root.epos[p] = n++; }
    }
    root.nempty = n; root.to = BLACK;
    const int games = argc > 1 ? atoi(argv[1]) : 100000;
    long moves = 0, wins = 0;
    clock_t start = clock();
    for (int i = 0; i < games; i++) { Board b = root; moves += playout(b); wins += score(b) > 7.5; }
    double seconds = double(clock() - start) / CLOCKS_PER_SEC;
    printf("%.0f playouts per CPU second, black wins %.3f, %.1f moves\n", games / seconds, wins / double(games), moves / double(games));
}
