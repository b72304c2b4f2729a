/*
 * oracle.c: what is right in h05-wafer-mesh. A wafer is simulated cycle by cycle, with a queue for each router and
 * color, and with numbers in the words; programs run on it, and so does the plan whose cycles are asked for. A flood is
 * one step of all routers after the other, until nothing changes; colors are counted router by router.
 */
#include <ridge/oracle.h>

#include "lab.h"

#include <stdarg.h>
#include <stdlib.h>

enum { WAFER = 2 + WM_PES, PLACE = 3 + WM_SIDE + WM_PES, SENDS = 2 * WM_SIDE };
static const char *const side_name[] = { "north", "east", "south", "west", "the ramp", "nowhere" };

static int wrong(struct ridge_verdict *v, const char *how, ...)
{
    va_list a;
    va_start(a, how);
    vsnprintf(v->message, sizeof v->message, how, a);
    va_end(a);
    v->pass = 0;
    return 0;
}

static int below(uint64_t *s, int n)
{
    return (int)(ridge_next(s) % (uint64_t)n);
}

static void unpack(const int32_t *row, wm_wafer_t *w)
{
    w->H = row[0], w->W = row[1];
    for (int p = 0; p < WM_PES; p++)
        w->dead[p] = (uint8_t)row[2 + p];
}

static void unplace(const int32_t *row, wm_place_t *at)
{
    at->P = row[1], at->Q = row[2];
    for (int i = 0; i < WM_SIDE; i++)
        at->row[i] = row[3 + i];
    for (int k = 0; k < WM_PES; k++)
        at->col[k / WM_SIDE][k % WM_SIDE] = row[3 + WM_SIDE + k];
}

/* ------------------------------------------------------------------------------------------------------ drawn wafers */

enum { ANY, WHOLE, ONE_DEAD, DEAD_ROW, SHIFTED, WORN }; /* what is dead */

/* P x Q cores can be had from the wafer but in draws that say so; what lies behind its PEs may not be looked at. */
static void draw_wafer(const struct ridge_case *c, int k, uint64_t *s, wm_wafer_t *w, int *P, int *Q)
{
    int H = (int)ridge_int(c, "H"), W = (int)ridge_int(c, "W"), dead = (int)ridge_int(c, "dead");
    w->H = H ? H : k < 2 ? 1 + 31 * k : 1 + below(s, WM_SIDE);
    w->W = W ? W : k < 2 ? 1 + 31 * k : 1 + below(s, WM_SIDE);
    memset(w->dead, 1, sizeof w->dead);
    memset(w->dead, 0, (size_t)(w->H * w->W));
    if (dead == ANY)
        dead = 1 + below(s, 5);
    if (dead == ONE_DEAD)
        w->dead[H ? (H / 2) * W + W / 3 : below(s, w->H * w->W)] = 1;
    if (dead == DEAD_ROW)
        memset(w->dead + (H ? H / 2 : below(s, w->H)) * w->W, 1, (size_t)w->W);
    if (dead == SHIFTED) /* in every second row as many as there are spare ones, in the west */
        for (int r = 0; r < w->H; r += 2)
            for (int j = 0; j < WM_SPARE && j + 1 < w->W; j++)
                w->dead[r * w->W + (j + r) % w->W] = 1;
    if (dead == WORN)
        for (int p = 0; p < w->H * w->W; p++)
            w->dead[p] = below(s, 12) == 0;
    *P = (int)ridge_int(c, "P"), *Q = (int)ridge_int(c, "Q");
    if (!*P)
        *P = 1 + below(s, w->H);
    if (!*Q) {
        int spare = below(s, WM_SPARE + 1);
        *Q = w->W > spare ? w->W - spare : 1;
    }
}

/* By counting: the j-th core of a row has j living ones west of it. */
static int placed(const wm_wafer_t *w, int P, int Q, wm_place_t *at)
{
    int rows = 0;
    memset(at, 0x33, sizeof *at);
    at->P = P, at->Q = Q;
    for (int r = 0; r < w->H; r++) {
        int lives = 0, j = 0;
        for (int c = 0; c < w->W; c++)
            lives += w->dead[r * w->W + c] == 0;
        if (lives < Q || rows == P)
            continue;
        at->row[rows] = r;
        for (int c = 0; c < w->W; c++)
            if (w->dead[r * w->W + c] == 0 && j < Q)
                at->col[rows][j++] = c;
        rows++;
    }
    return rows == P;
}

/* A wafer that gives such a mesh: cores are revived until it does. A `free` one has to give none. */
static void usable(const struct ridge_case *c, int k, uint64_t *s, wm_wafer_t *w, wm_place_t *at)
{
    int P, Q;
    draw_wafer(c, k, s, w, &P, &Q);
    if (ridge_int(c, "free") == 1)
        return;
    if (!placed(w, P, Q, at) && !ridge_int(c, "P"))
        P = P > 1 ? P - 1 : 1;
    while (!placed(w, P, Q, at))
        w->dead[below(s, w->H * w->W)] = 0;
}

static void wafer_of(const struct ridge_case *c, int k, uint64_t seed, wm_wafer_t *w, wm_place_t *at)
{
    uint64_t s = seed + 1000003u * (uint64_t)k;
    ridge_next(&s);
    usable(c, k, &s, w, at);
}

int wafers_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static wm_wafer_t w;
    static wm_place_t at;
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *row = b ? b->data : NULL;
    for (int k = 0; row && k < ridge_int(c, "R"); k++, row += WAFER) {
        wafer_of(c, k, seed, &w, &at);
        row[0] = w.H, row[1] = w.W;
        for (int p = 0; p < WM_PES; p++)
            row[2 + p] = w.dead[p];
    }
    return row ? 0 : -1;
}

int places_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static wm_wafer_t w;
    static wm_place_t at;
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *row = b ? b->data : NULL;
    for (int k = 0; row && k < ridge_int(c, "R"); k++, row += PLACE) {
        wafer_of(c, k, seed, &w, &at);
        row[0] = 1, row[1] = at.P, row[2] = at.Q;
        memcpy(row + 3, at.row, sizeof at.row);
        memcpy(row + 3 + WM_SIDE, at.col, sizeof at.col);
    }
    return row ? 0 : -1;
}

/* m, n and a root: of the case, or drawn. */
int sizes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static wm_wafer_t w;
    static wm_place_t at;
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int32_t *row = b ? b->data : NULL;
    for (int k = 0; row && k < ridge_int(c, "R"); k++, row += 3) {
        wafer_of(c, k, seed, &w, &at);
        int m = (int)ridge_int(c, "m"), n = (int)ridge_int(c, "n"), root = (int)ridge_int(c, "root");
        row[0] = m ? m : at.P + below(&s, below(&s, 2) ? 2 * at.P : 9 * at.P);
        row[1] = n ? n : at.Q + below(&s, below(&s, 2) ? 2 * at.Q : 9 * at.Q);
        row[2] = root >= 0 ? root : k % 3 ? below(&s, at.Q) : at.Q / 2;
    }
    return row ? 0 : -1;
}

/* ------------------------------------------------------------------------------------------------------------- flood */

static int next_pe(const wm_wafer_t *w, int p, int side)
{
    static const int down[] = { -1, 0, 1, 0 }, right[] = { 0, 1, 0, -1 };
    int r = p / w->W + down[side], c = p % w->W + right[side];
    return r < 0 || c < 0 || r >= w->H || c >= w->W ? -1 : r * w->W + c;
}

/* A tree of copies that is right, and then some routers that are anything. */
int routes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static wm_wafer_t w;
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const int32_t *row = ridge_data(c, "wafers"), *start = ridge_data(c, "starts");
    uint64_t s = ridge_mix(seed, buffer);
    uint8_t *out = b ? b->data : NULL;
    for (int k = 0; out && row && start && k < ridge_int(c, "R"); k++, row += WAFER, out += 2 * WM_PES, start += 2) {
        int list[WM_PES], n = 0, p = start[0], breaks = (int)ridge_int(c, "breaks");
        unpack(row, &w);
        for (int q = 0; q < WM_PES; q++)
            out[2 * q] = WM_NONE, out[2 * q + 1] = (uint8_t)below(&s, 32);
        out[2 * p] = (uint8_t)start[1], out[2 * p + 1] = 0;
        list[n++] = p;
        for (int turn = 0; turn < 6 * w.H * w.W; turn++) { /* a router joins, as the neighbour of one that is in */
            int q = list[below(&s, n)], side = below(&s, 4), to = next_pe(&w, q, side);
            if (to < 0 || out[2 * to] != WM_NONE || (q == p && side == start[1]))
                continue;
            out[2 * q + 1] |= (uint8_t)(1 << side);
            out[2 * to] = (uint8_t)(side ^ 2), out[2 * to + 1] = 0;
            list[n++] = to;
        }
        for (int q = 0; q < n; q++)
            if ((!w.dead[list[q]] || (breaks && below(&s, 8) == 0)) && (!out[2 * list[q] + 1] || below(&s, 3)))
                out[2 * list[q] + 1] |= 1 << WM_RAMP;
        if (start[1] < WM_RAMP && breaks && below(&s, 3) == 0 && next_pe(&w, p, start[1]) >= 0)
            for (int q = 0; q < n; q++) /* the way back to where the word came from */
                if (list[q] == next_pe(&w, p, start[1]))
                    out[2 * list[q] + 1] |= (uint8_t)(1 << (start[1] ^ 2));
        for (int m = 0; m < (breaks ? below(&s, breaks + 1) : 0); m++) {
            uint8_t *at = out + 2 * list[below(&s, n)];
            if (below(&s, 2))
                at[1] = (uint8_t)(below(&s, 4) ? at[1] | 1 << below(&s, 5) : 0);
            else
                at[0] = (uint8_t)below(&s, 6);
        }
    }
    return out && row && start ? 0 : -1;
}

int starts_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static wm_wafer_t w;
    static wm_place_t at;
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int32_t *row = b ? b->data : NULL;
    for (int k = 0; row && k < ridge_int(c, "R"); k++, row += 2) {
        wafer_of(c, k, seed, &w, &at);
        row[0] = below(&s, w.H * w.W), row[1] = below(&s, 5);
        if (row[1] == WM_N && below(&s, 2))
            row[0] %= w.W;
    }
    return row ? 0 : -1;
}

/* All routers at once, cycle after cycle; a router that had a copy has no other. */
static int flood(const wm_wafer_t *w, const uint8_t *route, int p, int from, int *at)
{
    static int here[WM_PES], then[WM_PES]; /* 1 + a side, 0 for none; at most one copy can go on in a cycle */
    int faults = 0, alive = 1;
    for (int q = 0; q < w->H * w->W; q++)
        at[q] = -1, here[q] = 0;
    here[p] = 1 + from;
    for (int t = 0; alive; t++) {
        alive = 0;
        memset(then, 0, sizeof then);
        for (int q = 0; q < w->H * w->W; q++) {
            int rx = route[2 * q], tx = route[2 * q + 1];
            if (!here[q])
                continue;
            if (t && q == p && here[q] == 1 + from) {
                faults |= WM_LOOP;
                continue;
            }
            if (here[q] != 1 + rx)
                return -1;
            if (!tx)
                faults |= WM_DROPPED;
            if (tx >> WM_RAMP & 1)
                w->dead[q] ? (faults |= WM_DEAD) : (at[q] = t);
            for (int side = 0; side < 4; side++) {
                if (!(tx >> side & 1))
                    continue;
                int to = next_pe(w, q, side), by = side ^ 2;
                if (to < 0)
                    faults |= WM_OFF;
                else if (to == p && by == from)
                    faults |= WM_LOOP;
                else if (route[2 * to] != by)
                    faults |= WM_REFUSED;
                else
                    then[to] = 1 + by, alive = 1;
            }
        }
        memcpy(here, then, sizeof here);
        if (t > 2 * WM_PES)
            return -1;
    }
    return faults;
}

int flood_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const name[] = { "WM_REFUSED", "WM_DROPPED", "WM_OFF", "WM_DEAD", "WM_LOOP" };
    static wm_wafer_t w;
    static int want[WM_PES];
    const int32_t *row = ridge_data(c, "wafers"), *start = ridge_data(c, "starts"), *got = ridge_data(c, "floods");
    const uint8_t *route = ridge_data(c, "routes");
    int seen = 0;
    for (int k = 0; k < ridge_int(c, "R"); k++, row += WAFER, route += 2 * WM_PES, start += 2, got += 1 + WM_PES) {
        unpack(row, &w);
        int refused = start[1] != route[2 * start[0]], faults = WM_REFUSED;
        if (refused)
            memset(want, -1, sizeof want);
        else
            faults = flood(&w, route, start[0], start[1], want);
        if (faults < 0)
            return -1;
        seen |= faults;
        for (int q = 0; q < w.H * w.W; q++)
            if (got[1 + q] != want[q])
                return wrong(v, "wafer %d (%d x %d), a word from %s at PE %d: at[%d] is %d, expected %d", k, w.H, w.W,
                             side_name[start[1]], start[0], q, got[1 + q], want[q]);
        for (int m = 0; m < 5; m++)
            if ((got[0] ^ faults) >> m & 1)
                return wrong(v, "wafer %d (%d x %d), a word from %s at PE %d: %s is %s, expected %s", k, w.H, w.W,
                             side_name[start[1]], start[0], name[m], got[0] >> m & 1 ? "there" : "not there",
                             faults >> m & 1 ? "there" : "not");
        if (got[0] & ~31)
            return wrong(v, "wafer %d: faults that lab.h does not have: %d", k, got[0]);
    }
    v->pass = 1;
    ridge_count(v, "faults_seen", seen);
    return 0;
}

/* ------------------------------------------------------------------------------------------------------------- place */

/* The mesh of the wafer, or a row or a column too many. */
int meshes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static wm_wafer_t w;
    static wm_place_t at;
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int32_t *row = b ? b->data : NULL;
    for (int k = 0; row && k < ridge_int(c, "R"); k++, row += 2) {
        wafer_of(c, k, seed, &w, &at);
        row[0] = at.P, row[1] = at.Q;
        if (k % 4 == 3 && at.P < w.H)
            row[0] = at.P + 1 + below(&s, w.H - at.P);
        if (k % 4 == 2 && at.Q < w.W)
            row[1] = at.Q + 1;
    }
    return row ? 0 : -1;
}

int place_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static wm_wafer_t w;
    static wm_place_t want, at;
    const int32_t *row = ridge_data(c, "wafers"), *mesh = ridge_data(c, "meshes"), *got = ridge_data(c, "placed");
    for (int k = 0; k < ridge_int(c, "R"); k++, row += WAFER, mesh += 2, got += PLACE) {
        unpack(row, &w);
        int can = placed(&w, mesh[0], mesh[1], &want);
        unplace(got, &at);
        if (!got[0] != !can)
            return wrong(v, "wafer %d (%d x %d), a mesh of %d x %d: returns %d, expected %d", k, w.H, w.W, mesh[0],
                         mesh[1], got[0], can);
        if (can && (at.P != want.P || at.Q != want.Q))
            return wrong(v, "wafer %d: P, Q are %d, %d, expected %d, %d", k, at.P, at.Q, want.P, want.Q);
        for (int i = 0; can && i < want.P; i++) {
            if (at.row[i] != want.row[i])
                return wrong(v, "wafer %d (%d x %d), a mesh of %d x %d: row[%d] is %d, expected %d", k, w.H, w.W, want.P,
                             want.Q, i, at.row[i], want.row[i]);
            for (int j = 0; j < want.Q; j++)
                if (at.col[i][j] != want.col[i][j])
                    return wrong(v, "wafer %d (%d x %d), a mesh of %d x %d: col[%d][%d] is %d, expected %d", k, w.H, w.W,
                                 want.P, want.Q, i, j, at.col[i][j], want.col[i][j]);
        }
    }
    v->pass = 1;
    return 0;
}

/* ------------------------------------------------------------------------------------------------------------ colors */

int sends_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int32_t *row = b ? b->data : NULL;
    for (int k = 0; row && k < ridge_int(c, "R"); k++, row += 1 + 2 * SENDS) {
        int n = k < 3 ? k : k == 3 ? SENDS : 1 + below(&s, SENDS), reach = k % 3 ? 2 + below(&s, 6) : WM_SIDE;
        memset(row, 0x7f, (1 + 2 * SENDS) * sizeof *row);
        row[0] = n;
        for (int m = 0; m < n; m++) {
            int from = below(&s, WM_SIDE), to = from;
            while (to == from || abs(to - from) > reach)
                to = below(&s, WM_SIDE);
            row[1 + 2 * m] = from, row[2 + 2 * m] = to;
        }
    }
    return row ? 0 : -1;
}

static int covers(const int32_t *send, int col)
{
    return (send[0] <= col && col <= send[1]) || (send[1] <= col && col <= send[0]);
}

int colors_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *row = ridge_data(c, "sends"), *got = ridge_data(c, "colored");
    for (int k = 0; k < ridge_int(c, "R"); k++, row += 1 + 2 * SENDS, got += 1 + SENDS) {
        int n = row[0], most = 0;
        for (int col = 0; col < WM_SIDE; col++) {
            int here = 0;
            for (int m = 0; m < n; m++)
                here += covers(row + 1 + 2 * m, col);
            most = here > most ? here : most;
        }
        for (int m = 0; m < n; m++)
            if (got[1 + m] < 0 || got[1 + m] >= got[0])
                return wrong(v, "list %d (%d sends): color[%d] is %d of %d colors", k, n, m, got[1 + m], got[0]);
        for (int m = 0; m < n; m++)
            for (int o = 0; o < m; o++)
                for (int col = 0; got[1 + m] == got[1 + o] && col < WM_SIDE; col++)
                    if (covers(row + 1 + 2 * m, col) && covers(row + 1 + 2 * o, col))
                        return wrong(v, "list %d (%d sends): sends %d -> %d and %d -> %d have color %d, and both use the "
                                     "router of column %d", k, n, row[1 + 2 * o], row[2 + 2 * o], row[1 + 2 * m],
                                     row[2 + 2 * m], got[1 + m], col);
        if (got[0] != most)
            return wrong(v, "list %d (%d sends): %d colors, expected %d", k, n, got[0], most);
    }
    v->pass = 1;
    return 0;
}

/* ------------------------------------------------------------------------------------------------------- the machine */

struct word {
    int64_t cycle; /* in which it came */
    int value, color;
};

struct queue {
    struct word *word;
    int first, n, room;
};

static void push(struct queue *q, struct word w)
{
    if (q->n == q->room) {
        q->room = 2 * q->room + 16;
        q->word = realloc(q->word, (size_t)q->room * sizeof *q->word);
        if (!q->word)
            abort();
    }
    q->word[q->n++] = w;
}

static struct word *head(struct queue *q)
{
    return q->first < q->n ? &q->word[q->first] : NULL;
}

struct core {
    int op, step, i, j, a, b;
    int64_t free; /* the first cycle in which a step can begin */
    int sum[8 * WM_SIDE * 4];
    struct queue in[WM_COLORS], out; /* what has come over the ramp; what is on its way up */
};

enum { SUMS = (int)(sizeof((struct core *)0)->sum / sizeof(int)) };

struct machine {
    const wm_wafer_t *w;
    const wm_place_t *at;
    const wm_plan_t *plan;
    int m, n, waiting; /* words in routers' queues and on ramps */
    int64_t cycle, end, hops, longest;
    struct queue at_router[WM_PES][WM_COLORS];
    int here[WM_PES]; /* words in all queues of a router */
    struct core core[WM_PES];
    char said[400];
};

static int share(int u, int v, int k)
{
    return u / v + (k < u % v);
}

static int begin(int u, int v, int k)
{
    return k * (u / v) + (k < u % v ? k : u % v);
}

/* Elements of A and x: small, of both signs. */
static int element(int r, int c)
{
    uint64_t s = (uint64_t)(r + 1) * 40503u + (uint64_t)c * 7919u;
    return (int)(ridge_next(&s) % 15) - 7;
}

static int say(struct machine *k, const char *how, ...)
{
    va_list a;
    va_start(a, how);
    if (!k->said[0])
        vsnprintf(k->said, sizeof k->said, how, a);
    va_end(a);
    return -1;
}

/* A word comes to a router from a side. */
static int arrives(struct machine *k, int p, int from, int color, int value)
{
    const wm_route_t *r = &k->plan->route[color][p];
    if (r->rx != from)
        return say(k, "cycle %lld: a word of color %d comes to the router in row %d, column %d from %s, where rx is %s",
                   (long long)k->cycle, color, p / k->w->W, p % k->w->W, side_name[from],
                   side_name[r->rx <= WM_NONE ? r->rx : WM_NONE]);
    if (!(r->tx & 31) || r->tx & ~31)
        return say(k, "cycle %lld: a word of color %d is in row %d, column %d, where tx is %d", (long long)k->cycle, color,
                   p / k->w->W, p % k->w->W, r->tx);
    push(&k->at_router[p][color], (struct word){ k->cycle, value, color });
    k->waiting++, k->here[p]++;
    return 0;
}

/* Words that go on from router p in this cycle; they are noted in `next`, to arrive in the next one. */
struct hop {
    int to, from, color, value;
};

static int go_on(struct machine *k, int p, struct hop *next, int *n)
{
    int busy = 0, order[WM_COLORS], heads = 0;
    for (int c = 0; c < WM_COLORS; c++)
        if (head(&k->at_router[p][c])) {
            int m = heads++;
            for (; m && head(&k->at_router[p][order[m - 1]])->cycle > head(&k->at_router[p][c])->cycle; m--)
                order[m] = order[m - 1];
            order[m] = c;
        }
    for (int m = 0; m < heads; m++) {
        int color = order[m], tx = k->plan->route[color][p].tx;
        struct word *w = head(&k->at_router[p][color]);
        if (busy & tx)
            continue;
        busy |= tx & ~(1 << WM_RAMP);
        k->longest = k->cycle - w->cycle > k->longest ? k->cycle - w->cycle : k->longest;
        k->at_router[p][color].first++, k->waiting--, k->here[p]--;
        if (tx >> WM_RAMP & 1) {
            if (k->w->dead[p])
                return say(k, "cycle %lld: the word of color %d in row %d, column %d is for a dead core",
                           (long long)k->cycle, color, p / k->w->W, p % k->w->W);
            push(&k->core[p].in[color], (struct word){ k->cycle + WM_RAMP_CYCLES, w->value, color });
        }
        for (int side = 0; side < 4; side++) {
            int to = next_pe(k->w, p, side);
            if (!(tx >> side & 1))
                continue;
            if (to < 0)
                return say(k, "cycle %lld: a word of color %d leaves the wafer in row %d, column %d to the %s",
                           (long long)k->cycle, color, p / k->w->W, p % k->w->W, side_name[side]);
            next[(*n)++] = (struct hop){ to, side ^ 2, color, w->value };
            k->hops++;
        }
    }
    return 0;
}

static int steps_of(const struct core *c, const wm_op_t *o)
{
    return o->op == WM_MAC ? c->b : c->a;
}

/* A core begins a step, if it can. */
static int works(struct machine *k, int p)
{
    struct core *c = &k->core[p];
    const wm_op_t *o = &k->plan->op[p][c->op];
    if (c->op >= k->plan->ops[p] || c->free > k->cycle)
        return 0;
    int takes = o->op != WM_SEND, sends = o->op == WM_SEND || o->op == WM_PASS, word = 0;
    if (o->op > WM_PASS || (takes && o->in >= WM_COLORS) || (sends && o->out >= WM_COLORS))
        return say(k, "op %d of the core in row %d, column %d is none that lab.h knows: op %d, in %d, out %d", c->op,
                   p / k->w->W, p % k->w->W, o->op, o->in, o->out);
    if (takes) {
        struct word *w = head(&c->in[o->in]);
        if (!w || w->cycle > k->cycle)
            return 0;
        word = w->value;
        c->in[o->in].first++;
    }
    int lasts = o->op == WM_MAC ? c->a : 1, r0 = begin(k->m, k->at->P, c->i), c0 = begin(k->n, k->at->Q, c->j);
    if (o->op == WM_MAC)
        for (int r = 0; r < c->a; r++)
            c->sum[r] += word * element(r0 + r, c0 + c->step);
    if (o->op == WM_ADD)
        c->sum[c->step] += word;
    c->free = k->cycle + lasts;
    k->end = c->free > k->end ? c->free : k->end;
    if (sends) {
        push(&c->out, (struct word){ c->free + WM_RAMP_CYCLES, c->sum[c->step] + word, o->out });
        k->waiting++;
    }
    if (++c->step == steps_of(c, o))
        c->step = 0, c->op++;
    return 0;
}

static int a_cycle(struct machine *k, struct hop *next, int *n)
{
    static struct hop now[4 * WM_PES];
    int came = *n, pes = k->w->H * k->w->W;
    memcpy(now, next, (size_t)came * sizeof *now);
    *n = 0;
    for (int h = 0; h < came; h++)
        if (arrives(k, now[h].to, now[h].from, now[h].color, now[h].value))
            return -1;
    for (int j = 0; j < k->at->Q; j++)
        if (k->cycle < share(k->n, k->at->Q, j) &&
            arrives(k, j, WM_N, k->plan->x_color[j], element(-1, begin(k->n, k->at->Q, j) + (int)k->cycle)))
            return -1;
    for (int p = 0; p < pes; p++) {
        struct word *up = head(&k->core[p].out);
        if (up && up->cycle == k->cycle) {
            k->core[p].out.first++, k->waiting--;
            if (arrives(k, p, WM_RAMP, up->color, up->value))
                return -1;
        }
    }
    for (int p = 0; p < pes; p++)
        if (k->here[p] && go_on(k, p, next, n))
            return -1;
    for (int p = 0; p < pes; p++)
        if (works(k, p))
            return -1;
    return 0;
}

static void release(struct machine *k)
{
    for (int p = 0; p < WM_PES; p++) {
        for (int c = 0; c < WM_COLORS; c++)
            free(k->at_router[p][c].word), free(k->core[p].in[c].word);
        free(k->core[p].out.word);
    }
}

/* Nothing moves any more: has every core done its ops, and was every word taken? */
static int at_rest(struct machine *k)
{
    for (int p = 0; p < k->w->H * k->w->W; p++) {
        struct core *c = &k->core[p];
        if (c->op < k->plan->ops[p])
            return say(k, "the core in row %d, column %d waits for ever: op %d, step %d, color %d", p / k->w->W,
                       p % k->w->W, c->op, c->step, k->plan->op[p][c->op].in);
        for (int color = 0; color < WM_COLORS; color++)
            if (head(&c->in[color]))
                return say(k, "the core in row %d, column %d has finished, and a word of color %d is left", p / k->w->W,
                           p % k->w->W, color);
    }
    return 0;
}

/* May any core still do something by itself, later? */
static int pending(const struct machine *k)
{
    for (int p = 0; p < k->w->H * k->w->W; p++) {
        const struct core *c = &k->core[p];
        if (c->op >= k->plan->ops[p])
            continue;
        const wm_op_t *o = &k->plan->op[p][c->op];
        if (c->free > k->cycle || o->op == WM_SEND || (o->in < WM_COLORS && c->in[o->in].first < c->in[o->in].n))
            return 1;
    }
    return 0;
}

/* Runs a plan: 0, or -1 with k->said. */
static int runs(struct machine *k)
{
    static struct hop next[4 * WM_PES];
    int n = 0;
    for (int j = 0; j < k->at->Q; j++)
        if (k->plan->x_color[j] < 0 || k->plan->x_color[j] >= WM_COLORS)
            return say(k, "x_color[%d] is %d", j, k->plan->x_color[j]);
    for (int p = 0; p < k->w->H * k->w->W; p++)
        if (k->plan->ops[p] < 0 || k->plan->ops[p] > WM_OPS || (k->plan->ops[p] && k->core[p].a == 0))
            return say(k, "ops of the core in row %d, column %d are %d%s", p / k->w->W, p % k->w->W, k->plan->ops[p],
                       k->core[p].a ? "" : ", and it has no block");
    for (k->cycle = 0;; k->cycle++) {
        if (a_cycle(k, next, &n))
            return -1;
        if (!n && !k->waiting && k->cycle >= share(k->n, k->at->Q, 0) && !pending(k))
            return at_rest(k);
        if (k->cycle > 2000000)
            return say(k, "the plan has not ended after 2,000,000 cycles");
    }
}

static struct machine *machine(const wm_wafer_t *w, const wm_place_t *at, int m, int n, const wm_plan_t *plan)
{
    static struct machine k;
    memset(&k, 0, sizeof k);
    k.w = w, k.at = at, k.plan = plan, k.m = m, k.n = n;
    for (int i = 0; i < at->P; i++)
        for (int j = 0; j < at->Q; j++) {
            struct core *c = &k.core[at->row[i] * w->W + at->col[i][j]];
            c->i = i, c->j = j, c->a = share(m, at->P, i), c->b = share(n, at->Q, j);
        }
    return &k;
}

/* y's blocks are where the plan says. */
static int product(struct machine *k)
{
    for (int i = 0; i < k->at->P; i++) {
        int j = k->plan->root[i], r0 = begin(k->m, k->at->P, i);
        if (j < 0 || j >= k->at->Q)
            return say(k, "root[%d] is %d", i, j);
        const struct core *c = &k->core[k->at->row[i] * k->w->W + k->at->col[i][j]];
        for (int r = 0; r < c->a; r++) {
            int y = 0;
            for (int x = 0; x < k->n; x++)
                y += element(r0 + r, x) * element(-1, x);
            if (c->sum[r] != y)
                return say(k, "y[%d], sum %d of core (%d, %d), is %d, expected %d", r0 + r, r, i, j, c->sum[r], y);
        }
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------------------------ cycles */

static void route(wm_plan_t *plan, const wm_wafer_t *w, int color, int r, int c, int rx, int tx)
{
    plan->route[color][r * w->W + c].rx = (uint8_t)rx;
    plan->route[color][r * w->W + c].tx |= (uint8_t)(1 << tx);
}

static void op(wm_plan_t *plan, int p, int what, int in, int out)
{
    plan->op[p][plan->ops[p]++] = (wm_op_t){ (uint8_t)what, (uint8_t)in, (uint8_t)out };
}

/* The chains of lab.h: x has colors 0 ... 4, sums that go east 5 and 6, those that go west 7 and 8. */
static void chains(const wm_wafer_t *w, const wm_place_t *at, int root, wm_plan_t *plan)
{
    memset(plan, 0, sizeof *plan);
    memset(plan->route, WM_NONE, sizeof plan->route);
    for (size_t k = 0; k < WM_COLORS * (size_t)WM_PES; k++)
        plan->route[k / WM_PES][k % WM_PES].tx = 0;
    for (int i = 0; i < at->P; i++) {
        int r = at->row[i], P = at->P;
        plan->root[i] = root;
        for (int j = 0; j < at->Q; j++) {
            int x = plan->x_color[j] = j % 5, c = at->col[i][j], p = r * w->W + c;
            for (int d = i ? at->row[i - 1] + 1 : 0; d <= r; d++)
                if (d < r || i + 1 < P)
                    route(plan, w, x, d, j, WM_N, WM_S);
            route(plan, w, x, r, j, WM_N, c > j ? WM_E : WM_RAMP);
            for (int d = j + 1; d <= c; d++)
                route(plan, w, x, r, d, WM_W, d < c ? WM_E : WM_RAMP);
            op(plan, p, WM_MAC, x, 0);
            int east = j < root, out = j == root ? 0 : east ? 5 + j % 2 : 7 + j % 2, in = east ? 6 - j % 2 : 8 - j % 2;
            if (j == root)
                continue;
            op(plan, p, j == 0 || j == at->Q - 1 ? WM_SEND : WM_PASS, in, out);
            int to = at->col[i][east ? j + 1 : j - 1];
            route(plan, w, out, r, c, WM_RAMP, east ? WM_E : WM_W);
            for (int d = east ? c + 1 : c - 1;; d += east ? 1 : -1) {
                route(plan, w, out, r, d, east ? WM_W : WM_E, d == to ? WM_RAMP : east ? WM_E : WM_W);
                if (d == to)
                    break;
            }
        }
        int p = r * w->W + at->col[i][root], few = root <= at->Q - 1 - root;
        for (int turn = 0; turn < 2; turn++)
            if ((few == !turn) ? root > 0 : root < at->Q - 1)
                op(plan, p, WM_ADD, (few == !turn) ? 6 - root % 2 : 8 - root % 2, 0);
    }
}

/* Cycles until the last core has multiplied: no plan can do without. */
static int64_t multiplied(const wm_place_t *at, int m, int n)
{
    int64_t most = 0;
    for (int i = 0; i < at->P; i++)
        for (int j = 0; j < at->Q; j++) {
            int64_t t = at->row[i] + at->col[i][j] - j + WM_RAMP_CYCLES;
            t += (int64_t)share(m, at->P, i) * share(n, at->Q, j);
            most = t > most ? t : most;
        }
    return most;
}

/* The cycles of the chains, from the machine; -1 if they have a fault, which is ours. */
static int64_t simulated(const wm_wafer_t *w, const wm_place_t *at, const int32_t *size, int r)
{
    static wm_plan_t plan;
    chains(w, at, size[2], &plan);
    struct machine *k = machine(w, at, size[0], size[1], &plan);
    int rc = runs(k) || product(k) || k->longest;
    int64_t cycles = k->end;
    if (rc)
        fprintf(stderr, "h05: the chains of wafer %d: %s (waited %lld)\n", r, k->said, (long long)k->longest);
    release(k);
    return rc ? -1 : cycles;
}

/* A mesh of one column has no chains, and so may have blocks that nobody could run word by word. */
int cycles_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static wm_wafer_t w;
    static wm_place_t at;
    const int32_t *row = ridge_data(c, "wafers"), *place = ridge_data(c, "places"), *size = ridge_data(c, "sizes");
    const int64_t *got = ridge_data(c, "clocks");
    for (int r = 0; r < ridge_int(c, "R"); r++, row += WAFER, place += PLACE, size += 3) {
        unpack(row, &w);
        unplace(place, &at);
        int64_t want = at.Q == 1 ? multiplied(&at, size[0], size[1]) : simulated(&w, &at, size, r);
        if (want < 0)
            return -1;
        if (got[r] != want)
            return wrong(v, "a mesh of %d x %d on rows %d to %d, %d x %d elements, root %d: %lld cycles, expected %lld",
                         at.P, at.Q, at.row[0], at.row[at.P - 1], size[0], size[1], size[2], (long long)got[r],
                         (long long)want);
    }
    v->pass = 1;
    return 0;
}

/* ----------------------------------------------------------------------------------------------------------- program */

int program_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static wm_wafer_t w;
    static wm_place_t at;
    const int32_t *row = ridge_data(c, "wafers"), *place = ridge_data(c, "places"), *size = ridge_data(c, "sizes");
    const wm_plan_t *plan = ridge_data(c, "plans");
    int64_t clocks = 0, least = 0, hops = 0;
    for (int r = 0; r < ridge_int(c, "R"); r++, row += WAFER, place += PLACE, size += 3, plan += 2) {
        unpack(row, &w);
        unplace(place, &at);
        struct machine *k = machine(&w, &at, size[0], size[1], plan);
        if (at.P < 1 || size[0] > SUMS * at.P)
            return -1;
        int rc = runs(k) || product(k);
        if (rc)
            wrong(v, "wafer %d (%d x %d, a mesh of %d x %d, %d x %d elements): %s", r, w.H, w.W, at.P, at.Q, size[0],
                  size[1], k->said);
        clocks += k->end, hops += k->hops, least += multiplied(&at, size[0], size[1]);
        int64_t first = k->end;
        release(k);
        if (rc)
            return 0;
        k = machine(&w, &at, size[0], size[1], plan + 1);
        rc = runs(k) || product(k) || k->end != first;
        int64_t again = k->end;
        release(k);
        if (rc)
            return wrong(v, "wafer %d, asked for twice, has two plans, of %lld and %lld cycles", r, (long long)first,
                         (long long)again);
    }
    v->pass = 1;
    ridge_count(v, "clocks", (double)clocks);
    ridge_count(v, "least", (double)least);
    ridge_count(v, "hops", (double)hops);
    ridge_count(v, "work_pct", clocks ? 100. * (double)least / (double)clocks : 100.);
    return 0;
}
