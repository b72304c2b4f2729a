/*
 * ref.c: a row's sums are added up along a tree that is found by dynamic programming. A core that has taken in
 * neighbouring runs of cores can be the leader of their union, so the best way to gather a run is known from the best
 * ways to gather shorter ones: few words make flat trees, in which many send to one; many words make chains, in which
 * nobody adds more than one stream. Both sides of a row meet at the core where they meet first. What the program does
 * not know is that streams share links; so several of its trees, and the chains, are tried in a small simulation of
 * one row, and the best is taken.
 */
#include "lab.h"

#include <stddef.h>
#include <string.h>

#ifndef WM_TREES /* naive.c: a chain from end to end */
#define WM_TREES 1
#endif

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int apart(int a, int b)
{
    return a < b ? b - a : a - b;
}

/* --------------------------------------------------------------------------------------------------------- flood */

/* The neighbour of p on a side, or -1 beyond the edge. */
static int beyond(const wm_wafer_t *w, int p, int side)
{
    int r = p / w->W, c = p % w->W;
    r += (side == WM_S) - (side == WM_N), c += (side == WM_E) - (side == WM_W);
    return r < 0 || r >= w->H || c < 0 || c >= w->W ? -1 : r * w->W + c;
}

int wm_flood(const wm_wafer_t *w, const wm_route_t *route, int p, int from, int *at)
{
    struct copy {
        int pe, from, cycle;
    } todo[4 * WM_PES + 1];
    int faults = 0, n = 0;
    for (int q = 0; q < w->H * w->W; q++)
        at[q] = -1;
    todo[n++] = (struct copy){ p, from, 0 };
    for (int k = 0; k < n; k++) { /* breadth first, each router once: it takes copies from one side alone */
        struct copy c = todo[k];
        wm_route_t r = route[c.pe];
        if (k && c.pe == p && c.from == from) {
            faults |= WM_LOOP;
            continue;
        }
        if (r.rx != c.from || !r.tx) {
            faults |= r.rx != c.from ? WM_REFUSED : WM_DROPPED;
            continue;
        }
        if (r.tx & 1 << WM_RAMP && w->dead[c.pe])
            faults |= WM_DEAD;
        else if (r.tx & 1 << WM_RAMP)
            at[c.pe] = c.cycle;
        for (int side = WM_N; side <= WM_W; side++) {
            if (!(r.tx & 1 << side))
                continue;
            int q = beyond(w, c.pe, side);
            if (q < 0)
                faults |= WM_OFF;
            else
                todo[n++] = (struct copy){ q, side ^ 2, c.cycle + 1 };
        }
    }
    return faults;
}

/* --------------------------------------------------------------------------------------------------------- place */

int wm_place(const wm_wafer_t *w, int P, int Q, wm_place_t *at)
{
    int i = 0;
    at->P = P, at->Q = Q;
    for (int r = 0; r < w->H && i < P; r++) {
        int j = 0;
        for (int c = 0; c < w->W && j < Q; c++)
            if (!w->dead[r * w->W + c])
                at->col[i][j++] = c;
        if (j == Q)
            at->row[i++] = r;
    }
    return i == P;
}

/* -------------------------------------------------------------------------------------------------------- colors */

int wm_colors(int n, const wm_send_t *send, int *color)
{
    int free_from[2 * WM_SIDE] = { 0 }, used = 0; /* the first column that a color may be used in again */
    for (int k = 0; k < n; k++)
        color[k] = -1;
    for (int c = 0; c < WM_SIDE; c++) /* by their western ends */
        for (int k = 0; k < n; k++) {
            int west = send[k].from < send[k].to ? send[k].from : send[k].to;
            if (west != c)
                continue;
            int g = 0;
            while (free_from[g] > c)
                g++;
            color[k] = g;
            free_from[g] = west + apart(send[k].from, send[k].to) + 1;
            used = g + 1 > used ? g + 1 : used;
        }
    return used;
}

/* -------------------------------------------------------------------------------------------------------- cycles */

static int share(int u, int v, int k)
{
    return u / v + (k < u % v);
}

/* When core j of logical row i has multiplied. */
static int64_t multiplied(const wm_place_t *at, int m, int n, int i, int j)
{
    int64_t first = at->row[i] + (at->col[i][j] - j) + WM_RAMP_CYCLES;
    return first + (int64_t)share(m, at->P, i) * share(n, at->Q, j);
}

/* From the cycle in which a step begins that sends until the word can be taken `hops` away. */
static int64_t trip(int hops)
{
    return 1 + WM_RAMP_CYCLES + hops + WM_RAMP_CYCLES;
}

/* When core `to` can take the first sum of a chain that begins at core `from`, its neighbour included. */
static int64_t chained(const wm_place_t *at, int m, int n, int i, int from, int to)
{
    int step = from < to ? 1 : -1;
    int64_t t = 0;
    for (int j = from; j != to; j += step) {
        t = later(t, multiplied(at, m, n, i, j));
        t += trip(apart(at->col[i][j], at->col[i][j + step]));
    }
    return t;
}

int64_t wm_cycles(const wm_place_t *at, int m, int n, int root)
{
    int64_t last = 0;
    for (int i = 0; i < at->P; i++) {
        int a = share(m, at->P, i), west = root, east = at->Q - 1 - root;
        int64_t t = multiplied(at, m, n, i, root);
        for (int turn = 0; turn < 2; turn++) {
            int from = (west <= east) == (turn == 0) ? 0 : at->Q - 1;
            if (from != root)
                t = later(t, chained(at, m, n, i, from, root)) + a;
        }
        last = later(last, t);
    }
    return last;
}

/* ---------------------------------------------------------------------------------------------------- trees of a row */

/*
 * One row: when its cores have multiplied, and what is known of runs of its cores. A run has its leader at the end where
 * it sends from: all flow to the east, or (turned about) all to the west.
 */
struct row {
    int Q, a, col[WM_SIDE];
    int64_t ready[WM_SIDE];
};

struct runs { /* [l][k]: cores l ... k, leader k */
    int64_t sends[WM_SIDE][WM_SIDE], added[WM_SIDE][WM_SIDE];
    int sends_cut[WM_SIDE][WM_SIDE], added_cut[WM_SIDE][WM_SIDE]; /* the last child's leader */
};

/* What leader k still waits for: the run l ... q arrives there from its leader q. */
static int64_t comes(const struct row *x, const struct runs *r, int l, int q, int k)
{
    return r->sends[l][q] + trip(apart(x->col[q], x->col[k]));
}

static void gather(const struct row *x, struct runs *r, int tax)
{
    for (int k = 0; k < x->Q; k++) {
        r->sends[k][k] = r->added[k][k] = x->ready[k];
        for (int l = k - 1; l >= 0; l--) {
            r->sends[l][k] = r->added[l][k] = INT64_MAX;
            for (int q = l; q < k; q++) {
                int64_t t = later(r->added[q + 1][k], comes(x, r, l, q, k));
                if (t < r->sends[l][k])
                    r->sends[l][k] = t, r->sends_cut[l][k] = q;
                if (t + x->a + tax < r->added[l][k])
                    r->added[l][k] = t + x->a + tax, r->added_cut[l][k] = q;
            }
        }
    }
}

/* A root at core c: [w][e] is when it has added the w cores west of it and the e east of it. */
struct meet {
    int64_t t[WM_SIDE][WM_SIDE];
    int cut[WM_SIDE][WM_SIDE], east[WM_SIDE][WM_SIDE]; /* how many of a side come in the last stream; of which side */
};

static int64_t meets(const struct row *x, const struct runs *west, const struct row *back, const struct runs *east,
                     int c, int tax, struct meet *m)
{
    int W = c, E = x->Q - 1 - c;
    for (int w = 0; w <= W; w++)
        for (int e = 0; e <= E; e++) {
            m->t[w][e] = w + e ? INT64_MAX : x->ready[c];
            for (int k = 1; k <= w; k++) {
                int64_t t = later(m->t[w - k][e], comes(x, west, c - w, c - w + k - 1, c)) + x->a + tax;
                if (t < m->t[w][e])
                    m->t[w][e] = t, m->cut[w][e] = k, m->east[w][e] = 0;
            }
            for (int k = 1; k <= e; k++) { /* the same, seen from the other end */
                int64_t t = later(m->t[w][e - k], comes(back, east, E - e, E - e + k - 1, E)) + x->a + tax;
                if (t < m->t[w][e])
                    m->t[w][e] = t, m->cut[w][e] = k, m->east[w][e] = 1;
            }
        }
    return m->t[W][E];
}

struct tree { /* what each core of a row takes, in turn, and to whom it sends; -1 for the root */
    int to[WM_SIDE], n[WM_SIDE], child[WM_SIDE][WM_SIDE], root;
};

/* Core j of a row, or of the same row seen from its other end. */
static int seen(int Q, int j, int turned)
{
    return turned ? Q - 1 - j : j;
}

/* Leader k takes the run l ... q last, before which it has taken all from q + 1 on. */
static void plant(const struct runs *r, int Q, int turned, int l, int k, int sends, struct tree *t)
{
    int me = seen(Q, k, turned);
    while (l < k) {
        int q = sends ? r->sends_cut[l][k] : r->added_cut[l][k], child = seen(Q, q, turned);
        t->child[me][t->n[me]++] = child; /* the last first: turned about by emit() */
        t->to[child] = me;
        plant(r, Q, turned, l, q, 1, t);
        l = q + 1, sends = 0;
    }
}

static void mirror(const struct row *x, struct row *back)
{
    *back = *x;
    for (int j = 0; j < x->Q; j++)
        back->col[j] = -x->col[x->Q - 1 - j], back->ready[j] = x->ready[x->Q - 1 - j];
}

/* The best tree of a row, if an added stream cost `tax` cycles more than it does: flatter where that is 0. */
static void best_tree(const struct row *x, int tax, struct tree *t)
{
    static struct runs west, east;
    static struct meet m;
    struct row back;
    int Q = x->Q, best = 0;
    int64_t least = INT64_MAX;
    mirror(x, &back);
    gather(x, &west, tax), gather(&back, &east, tax);
    for (int c = 0; c < Q; c++) {
        int64_t cycles = meets(x, &west, &back, &east, c, tax, &m);
        if (cycles < least)
            least = cycles, best = c;
    }
    memset(t, 0, sizeof *t);
    meets(x, &west, &back, &east, best, tax, &m);
    t->root = best, t->to[best] = -1;
    for (int w = best, e = Q - 1 - best; w + e;) {
        int k = m.cut[w][e], turned = m.east[w][e], far = turned ? Q - 1 - best - e : best - w;
        int leader = seen(Q, far + k - 1, turned);
        t->child[best][t->n[best]++] = leader, t->to[leader] = best;
        plant(turned ? &east : &west, Q, turned, far, far + k - 1, 1, t);
        w -= turned ? 0 : k, e -= turned ? k : 0;
    }
}

static void turn_about(struct tree *t, int Q)
{
    for (int j = 0; j < Q; j++)
        for (int k = 0; k < t->n[j] / 2; k++) {
            int c = t->child[j][k];
            t->child[j][k] = t->child[j][t->n[j] - 1 - k], t->child[j][t->n[j] - 1 - k] = c;
        }
}

/* ---------------------------------------------------------------------------------------------- one row, simulated */

enum { TRIED = 64 }; /* sums that are tried at most: longer streams make chains anyway */

struct trial {
    const struct row *x;
    const struct tree *t;
    int words, child[WM_SIDE], step[WM_SIDE], left[WM_SIDE][WM_SIDE]; /* left: words that have left a column, by stream */
    int64_t free[WM_SIDE], came[WM_SIDE][WM_SIDE][TRIED]; /* came: when a word came there, by stream */
};

/* Core j does a step, if it can. Returns 1 while it has anything to do. */
static int tries(struct trial *s, int j, int64_t now)
{
    int n = s->t->n[j], root = s->t->to[j] < 0;
    if (s->child[j] > n || (s->child[j] == n && (root || n)))
        return 0;
    if (s->free[j] > now)
        return 1;
    if (n) {
        int from = s->t->child[j][s->child[j]];
        int64_t came = s->came[from][s->x->col[j]][s->step[j]];
        if (came < 0 || came + WM_RAMP_CYCLES > now)
            return 1;
    }
    s->free[j] = now + 1;
    if (!root && s->child[j] >= n - 1)
        s->came[j][s->x->col[j]][s->step[j]] = now + 1 + WM_RAMP_CYCLES;
    if (++s->step[j] == s->words)
        s->step[j] = 0, s->child[j]++;
    return 1;
}

/* Each link passes on the word that came first to the router behind it. */
static void pass_on(struct trial *s, int64_t now)
{
    int best[2][WM_SIDE];
    int64_t first[2][WM_SIDE];
    memset(best, -1, sizeof best);
    for (int j = 0; j < s->x->Q; j++) {
        int from = s->x->col[j], to = s->t->to[j] < 0 ? from : s->x->col[s->t->to[j]], east = to > from;
        for (int c = from; c != to; c += east ? 1 : -1) {
            int k = s->left[j][c];
            int64_t came = k < s->words ? s->came[j][c][k] : -1;
            if (came >= 0 && came <= now && (best[east][c] < 0 || came < first[east][c]))
                best[east][c] = j, first[east][c] = came;
        }
    }
    for (int east = 0; east < 2; east++)
        for (int c = 0; c < WM_SIDE; c++) {
            int j = best[east][c];
            if (j >= 0)
                s->came[j][east ? c + 1 : c - 1][s->left[j][c]++] = now + 1;
        }
}

/* The cycles of a row with this tree. */
static int64_t tried(const struct row *x, const struct tree *t)
{
    static struct trial s;
    int64_t end = 0, now = x->ready[0];
    memset(&s, 0, offsetof(struct trial, came));
    memset(s.came, -1, sizeof s.came);
    s.x = x, s.t = t, s.words = x->a < TRIED ? x->a : TRIED;
    for (int j = 0; j < x->Q; j++)
        s.free[j] = x->ready[j], now = x->ready[j] < now ? x->ready[j] : now;
    for (int busy = 1; busy; now++) {
        busy = 0;
        pass_on(&s, now);
        for (int j = 0; j < x->Q; j++)
            busy |= tries(&s, j, now);
    }
    for (int j = 0; j < x->Q; j++)
        end = later(end, s.free[j]);
    return end;
}

/* Chains from both ends to a root. */
static void chain(int Q, int root, struct tree *t)
{
    memset(t, 0, sizeof *t);
    t->root = root;
    for (int j = 0; j < Q; j++) {
        t->to[j] = j < root ? j + 1 : j > root ? j - 1 : -1;
        if (j == root)
            continue;
        int out = j < root ? j - 1 : j + 1;
        t->n[j] = out >= 0 && out < Q, t->child[j][0] = out;
    }
    int west_first = root <= Q - 1 - root;
    for (int turn = 0; turn < 2; turn++) {
        int west = west_first == !turn;
        if (west ? root > 0 : root + 1 < Q)
            t->child[root][t->n[root]++] = west ? root - 1 : root + 1;
    }
}

static int colors_of(const struct row *x, const struct tree *t)
{
    wm_send_t send[WM_SIDE];
    int color[WM_SIDE], n = 0;
    for (int j = 0; j < x->Q; j++)
        if (t->to[j] >= 0)
            send[n++] = (wm_send_t){ x->col[j], x->col[t->to[j]] };
    return wm_colors(n, send, color);
}

/* The best of several trees that do with so many colors. */
static void choose(const struct row *x, int colors, struct tree *best)
{
    struct tree t;
    int64_t least = INT64_MAX;
    for (int tax = 0; tax < 16; tax += 1 + tax / 2) { /* dearer streams make deeper trees */
        best_tree(x, tax, &t), turn_about(&t, x->Q);
        int64_t cycles = colors_of(x, &t) <= colors ? tried(x, &t) : INT64_MAX;
        if (cycles < least)
            least = cycles, *best = t;
    }
    for (int root = x->Q / 3; root <= x->Q * 2 / 3 && root < x->Q; root++) {
        chain(x->Q, root, &t);
        int64_t cycles = tried(x, &t);
        if (cycles < least)
            least = cycles, *best = t;
    }
}

/* ------------------------------------------------------------------------------------------------------- a program */

static void op(wm_plan_t *plan, int p, int what, int in, int out)
{
    plan->op[p][plan->ops[p]++] = (wm_op_t){ (uint8_t)what, (uint8_t)in, (uint8_t)out };
}

/* A straight way along row r, from the ramp of one column to that of another. */
static void along(const wm_wafer_t *w, wm_plan_t *plan, int color, int r, int from, int to)
{
    int side = to > from ? WM_E : WM_W, step = to > from ? 1 : -1;
    for (int c = from;; c += step) {
        wm_route_t *at = &plan->route[color][r * w->W + c];
        at->rx = (uint8_t)(c == from ? WM_RAMP : side ^ 2);
        at->tx = (uint8_t)(1 << (c == to ? WM_RAMP : side));
        if (c == to)
            return;
    }
}

/* x's block j goes down column j, and in each used row on to core j: columns that meet differ in color. */
static void spread(const wm_wafer_t *w, const wm_place_t *at, wm_plan_t *plan)
{
    int colors = w->W - at->Q + 1, last = at->row[at->P - 1];
    for (int j = 0; j < at->Q; j++) {
        wm_route_t *route = plan->route[plan->x_color[j] = j % colors];
        for (int r = 0; r <= last; r++)
            route[r * w->W + j] = (wm_route_t){ WM_N, (uint8_t)(r < last ? 1 << WM_S : 0) };
        for (int i = 0; i < at->P; i++) {
            int p = at->row[i] * w->W + j, c = at->col[i][j];
            route[p].tx |= (uint8_t)(1 << (c > j ? WM_E : WM_RAMP));
            for (int x = j + 1; x <= c; x++)
                route[p + x - j] = (wm_route_t){ WM_W, (uint8_t)(1 << (x < c ? WM_E : WM_RAMP)) };
        }
    }
}

/* Ops and routes of one row for its tree. */
static void emit(const wm_wafer_t *w, const wm_place_t *at, int i, const struct tree *t, int first, wm_plan_t *plan)
{
    wm_send_t send[WM_SIDE];
    int color[WM_SIDE], of[WM_SIDE], n = 0, r = at->row[i];
    for (int j = 0; j < at->Q; j++)
        if (t->to[j] >= 0) {
            of[j] = n;
            send[n++] = (wm_send_t){ at->col[i][j], at->col[i][t->to[j]] };
        }
    wm_colors(n, send, color);
    for (int j = 0; j < at->Q; j++) {
        int p = r * w->W + at->col[i][j], out = t->to[j] < 0 ? -1 : first + color[of[j]];
        plan->ops[p] = 0;
        op(plan, p, WM_MAC, plan->x_color[j], 0);
        for (int k = 0; k < t->n[j]; k++) {
            int in = first + color[of[t->child[j][k]]];
            op(plan, p, k + 1 < t->n[j] || out < 0 ? WM_ADD : WM_PASS, in, out < 0 ? 0 : out);
        }
        if (!t->n[j] && out >= 0)
            op(plan, p, WM_SEND, 0, out);
        if (out >= 0)
            along(w, plan, out, r, at->col[i][j], at->col[i][t->to[j]]);
    }
    plan->root[i] = t->root;
}

/* Do two rows look the same, but for when they begin? */
static int alike(const struct row *x, const struct row *y)
{
    if (x->a != y->a || memcmp(x->col, y->col, sizeof x->col))
        return 0;
    for (int j = 0; j < x->Q; j++)
        if (x->ready[j] - x->ready[0] != y->ready[j] - y->ready[0])
            return 0;
    return 1;
}

void wm_program(const wm_wafer_t *w, const wm_place_t *at, int m, int n, wm_plan_t *plan)
{
    int first = w->W - at->Q + 1;
    struct row last = { 0 };
    struct tree t = { .root = 0 };
    memset(plan, 0, sizeof *plan);
    memset(plan->route, WM_NONE, sizeof plan->route);
    spread(w, at, plan);
    for (int i = 0; i < at->P; i++) {
        struct row x = { .Q = at->Q, .a = share(m, at->P, i) };
        for (int j = 0; j < at->Q; j++)
            x.col[j] = at->col[i][j], x.ready[j] = multiplied(at, m, n, i, j);
        if (!WM_TREES)
            chain(at->Q, at->Q - 1, &t);
        else if (!i || !alike(&x, &last))
            choose(&x, WM_COLORS - first, &t);
        last = x;
        emit(w, at, i, &t, first, plan);
    }
}
