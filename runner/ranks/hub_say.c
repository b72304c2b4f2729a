/* hub_say.c: what the hub has to say: sentences about ranks that wait, counters, the timeline. */
#define _GNU_SOURCE
#include "hub_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct line {
    char *s;
    size_t n, len;
};

__attribute__((format(printf, 2, 3))) static void add(struct line *l, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int k = vsnprintf(l->s + l->len, l->n - l->len, fmt, ap);
    va_end(ap);
    l->len += k < 0 ? 0 : (size_t)k;
    l->len = l->len < l->n ? l->len : l->n - 1;
}

static void say_time(int64_t ps, char ret[32])
{
    double s = (double)ps * 1e-12;
    if (s < 1e-6)
        snprintf(ret, 32, "%.4g ns", s * 1e9);
    else if (s < 1e-3)
        snprintf(ret, 32, "%.4g µs", s * 1e6);
    else
        snprintf(ret, 32, s < 1 ? "%.4g ms" : "%.4g s", s < 1 ? s * 1e3 : s);
}

void say_collective(const struct ranks_collective *k, char *ret, size_t n)
{
    static const char *const types[] = { "f32", "f64", "i32", "i64", "u8", "u16" };
    static const char *const ops[] = { "sum", "prod", "max", "min", "avg" };
    struct line l = { ret, n, 0 };
    add(&l, "%s", ranks_api_text(k->kind));
    if (k->kind == RANKS_SPLIT || k->kind == RANKS_BARRIER || k->kind == RANKS_AGREE || k->kind == RANKS_SHRINK)
        return;
    add(&l, "(n=%lld", (long long)k->n);
    if (k->type >= 0 && k->type < 6)
        add(&l, " %s", types[k->type]);
    if (k->op >= 0 && k->op < 5)
        add(&l, ", %s", ops[k->op]);
    if (k->kind == RANKS_BROADCAST)
        add(&l, ", root %d", k->root);
    add(&l, ")");
}

/* ----------------------------------------------------------------------------- where a rank stands */

static const struct req *first_open(const struct hub *h, int rank, const struct actor *a)
{
    for (int k = 0; k < a->call.n; k++) {
        const struct req *q = hub_req((struct hub *)h, rank, a->waits[k]);
        if (q && q->state == REQ_POSTED)
            return q;
    }
    return NULL;
}

static void say_req(struct line *l, const struct req *q)
{
    add(l, "%lld B %s ", (long long)q->bytes, q->is_send ? "to" : "from");
    if (q->peer < 0)
        add(l, "any rank");
    else
        add(l, "rank %d", q->peer);
    if (q->tag >= 0)
        add(l, ", tag %d", q->tag);
    else if (q->tag == COMM_ANY)
        add(l, ", any tag");
}

static void say_wait(struct line *l, const struct hub *h, int rank, const struct actor *a)
{
    const struct req *q = first_open(h, rank, a);
    char name[96];
    if (a->in.kind)
        say_collective(&a->in, name, sizeof name);
    else
        snprintf(name, sizeof name, "%s", ranks_api_text((enum ranks_api)a->call.api));
    add(l, "%s", name);
    if (!q)
        return;
    add(l, a->in.kind ? " (now " : "(");
    say_req(l, q);
    add(l, ")");
}

/* A member of the communicator that has not come to the split, or -1. */
static int missing(const struct hub *h, const struct actor *a)
{
    const struct comm_of *c = a->split ? &h->comm[a->call.comm] : NULL;
    for (int k = 0; a->split && k < c->size; k++)
        if (c->calls[k] < a->split->number)
            return c->rank[k];
    return -1;
}

static void say_actor(struct line *l, const struct hub *h, int rank, int stream)
{
    const struct actor *a = &h->rank[rank].stream[stream];
    char at[32];
    say_time(a->now_ps, at);
    switch (a->call.ask) {
    case ASK_WAIT:
        say_wait(l, h, rank, a);
        break;
    case ASK_SPLIT:
        add(l, "comm_split");
        if (missing(h, a) >= 0)
            add(l, ", to which rank %d has not come", missing(h, a));
        break;
    case ASK_SURVEY:
        add(l, "%s, to which not all that live have come", ranks_api_text((enum ranks_api)a->call.api));
        break;
    case ASK_SYNC:
        add(l, "%s for its stream %d", ranks_api_text((enum ranks_api)a->call.api), a->call.peer);
        break;
    case ASK_COMPUTE:
        if (!a->call.api) {
            add(l, "no call yet");
            return;
        }
        add(l, "%s(%g s, \"%s\")", a->call.op ? "comm_idle" : "comm_compute", a->call.seconds, a->call.name);
        break;
    default:
        add(l, "%s", ranks_api_text((enum ranks_api)a->call.api));
    }
    add(l, " at %s", at);
}

/* The stream that its rank's own thread waits for, or that thread itself. */
static int follow(const struct rank *r, int stream)
{
    const struct actor *a = &r->stream[stream];
    return a->call.ask == ASK_SYNC ? a->call.peer : stream;
}

static int waits_for(const struct hub *h, int rank)
{
    const struct rank *r = &h->rank[rank];
    int s = 0;
    for (int hop = 0; hop < RANKS_STREAMS; hop++)
        s = follow(r, s);
    const struct actor *a = &r->stream[s];
    if (r->gone || a->state != ACTOR_BLOCKED)
        return -1;
    if (a->call.ask == ASK_SPLIT)
        return missing(h, a);
    const struct req *q = a->call.ask == ASK_WAIT ? first_open(h, rank, a) : NULL;
    return q ? q->peer : -1;
}

static void say_cycle(struct line *l, const struct hub *h)
{
    for (int start = 0; start < h->s.ranks; start++) {
        int at = start, n = 0;
        do
            at = waits_for(h, at);
        while (at >= 0 && at != start && ++n < h->s.ranks);
        if (at != start)
            continue;
        add(l, ". They wait in a circle: %d", start);
        do
            add(l, " -> %d", at = waits_for(h, at));
        while (at != start);
        return;
    }
}

/* A message of another tag or communicator is often what was meant. */
static void say_almost(struct line *l, const struct hub *h)
{
    for (int r = 0; r < h->s.ranks; r++)
        for (int k = 0; k < COMM_MAX_REQUESTS; k++) {
            const struct req *q = &h->rank[r].req[k];
            if (q->state != REQ_POSTED || !q->is_send || q->tag < 0 || waits_for(h, q->peer) != r)
                continue;
            const struct actor *a = &h->rank[q->peer].stream[0];
            const struct req *want = a->call.ask == ASK_WAIT ? first_open(h, q->peer, a) : NULL;
            if (!want || want->is_send || want->tag < 0 || want->tag == q->tag)
                continue;
            add(l, ". Rank %d sends rank %d tag %d, which waits for tag %d", r, q->peer, q->tag, want->tag);
            return;
        }
}

static void say_faults(struct line *l, const struct hub *h)
{
    for (int r = 0; r < h->s.ranks; r++)
        if (h->rank[r].killed)
            add(l, ". This case killed rank %d at its call %lld", r, (long long)h->s.kill_call);
    if (h->s.lose_from >= 0 && h->s.lose_to >= 0 &&
        h->link_msgs[h->s.lose_from * h->s.ranks + h->s.lose_to] >= h->s.lose_nth)
        add(l, ". This case lost message %lld from rank %d to rank %d", (long long)h->s.lose_nth, h->s.lose_from,
            h->s.lose_to);
}

void say_blocked(struct hub *h)
{
    char text[VERDICT_TEXT - 100] = "";
    struct line l = { text, sizeof text, 0 };
    for (int r = 0; r < h->s.ranks; r++) {
        const struct rank *k = &h->rank[r];
        if (k->killed)
            continue;
        int s = follow(k, 0);
        add(&l, "%srank %d", l.len ? "; " : "", r);
        if (k->stream[0].state == ACTOR_DONE) {
            add(&l, " has returned");
            continue;
        }
        if (s)
            add(&l, "'s stream %d", s);
        add(&l, " waits in ");
        say_actor(&l, h, r, s);
    }
    say_cycle(&l, h);
    say_almost(&l, h);
    say_faults(&l, h);
    hub_judge(h, SAID_FAIL, "There is a deadlock, and nothing is under way: %s", text);
}

void hub_where(const struct hub *h, int rank, char *ret, size_t n)
{
    struct line l = { ret, n, 0 };
    int last = 0;
    for (int s = 0; s < h->rank[rank].streams; s++)
        if (h->rank[rank].stream[s].state == ACTOR_RUNS)
            last = s;
    ret[0] = 0;
    say_actor(&l, h, rank, last);
}

/* ------------------------------------------------------------------------------ counters, timeline */

static void counter(struct proto_verdict *r, const char *name, double value)
{
    if (r->ncounters == VERDICT_COUNTERS)
        return;
    snprintf(r->counter[r->ncounters].name, sizeof r->counter[0].name, "%s", name);
    r->counter[r->ncounters++].value = value;
}

static double greater(double a, double b)
{
    return a > b ? a : b;
}

static void collectives(const struct hub *h, struct proto_verdict *ret)
{
    for (int a = RANKS_ALL_REDUCE; a <= RANKS_BARRIER; a++) {
        double most = 0;
        for (int r = 0; r < h->s.ranks; r++)
            most = greater(most, (double)h->rank[r].t.collectives[a]);
        counter(ret, ranks_api_text((enum ranks_api)a) + strlen("comm_"), most); /* all_reduce, ... */
    }
}

void hub_result(const struct hub *h, struct proto_verdict *ret)
{
    double end = 0, exposed = 0, compute = 0, work = 0, sent = 0, total = 0, msgs = 0, most_msgs = 0, peak = 0;
    double received = 0, nic = 0, node[COMM_MAX_RANKS] = { 0 };
    *ret = h->result;
    for (int r = 0; r < h->s.ranks; r++) {
        const struct tally *t = &h->rank[r].t;
        end = greater(end, (double)t->end_ps * 1e-3);
        exposed = greater(exposed, (double)(t->end_ps - t->compute_ps - t->idle_ps) * 1e-3);
        compute = greater(compute, (double)t->compute_ps * 1e-3);
        work += (double)t->work_ps * 1e-3;
        sent = greater(sent, (double)t->sent_B);
        received = greater(received, (double)t->recv_B);
        peak = greater(peak, (double)t->peak_B);
        most_msgs = greater(most_msgs, (double)t->msgs);
        total += (double)t->sent_B;
        msgs += (double)t->msgs;
        int at = h->s.net == HUB_NODES ? r / h->s.node : r;
        node[at] += (double)t->node_B;
        nic = greater(nic, node[at]);
    }
    counter(ret, "vtime_ns", end);
    counter(ret, "exposed_comm_ns", exposed);
    counter(ret, "compute_ns", compute);
    counter(ret, "work_ns", work);
    counter(ret, "sent_B_max", sent);
    counter(ret, "recv_B_max", received);
    counter(ret, "sent_B_total", total);
    counter(ret, "msgs", msgs);
    counter(ret, "msgs_max", most_msgs);
    counter(ret, "peak_B_max", peak);
    if (h->s.net >= HUB_NODES)
        counter(ret, "node_B_max", nic);
    collectives(h, ret);
}

void say_row(struct hub *h, int rank, int stream, enum row_kind kind, int64_t t0, int64_t t1, int64_t bytes, int peer,
             const char *name)
{
    if (t1 == t0)
        return;
    if (h->rows == HUB_ROWS) {
        h->dropped++;
        return;
    }
    struct hub_row *w = &h->row[h->rows++];
    *w = (struct hub_row){ .rank = (int16_t)rank,
                           .stream = (int16_t)stream,
                           .peer = (int16_t)peer,
                           .kind = (uint8_t)kind,
                           .t0_ps = t0,
                           .t1_ps = t1,
                           .bytes = bytes };
    snprintf(w->name, sizeof w->name, "%s", name);
    for (char *c = w->name; *c; c++) /* the name goes into JSON */
        if (*c < ' ' || *c > '~' || *c == '"' || *c == '\\')
            *c = '?';
}

void hub_timeline(const struct hub *h, int fd)
{
    static const char *const kinds[] = { "compute", "send", "wait", "collective", "run" };
    for (int64_t k = 0; k < h->rows; k++) {
        const struct hub_row *w = &h->row[k];
        dprintf(fd, "[%d,%d,%.3f,%.3f,\"%s\",\"%s\",%lld,%d]\n", w->rank, w->stream, (double)w->t0_ps * 1e-3,
                (double)w->t1_ps * 1e-3, kinds[w->kind], w->name, (long long)w->bytes, w->peer);
    }
    dprintf(fd, "{\"dropped\":%lld}\n", (long long)h->dropped);
}
