/* hub.c: the ranks' calls, and who runs next. */
#define _GNU_SOURCE
#include "hub_internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((int64_t)1 << 30)
#define MOST_CALLS 20000000

/* ------------------------------------------------------------------------------------ making one */

static const char *nonsense(const struct proto_ranks *s)
{
    if (s->ranks < 1 || s->ranks > COMM_MAX_RANKS)
        return "P is not between 1 and 64";
    if (s->net < HUB_SWITCH || s->net > HUB_RAILS)
        return "The field net is not 0 (switch), 1 (ring), 2 (nodes) or 3 (rails).";
    if (!(s->alpha_ns >= 0 && s->alpha_ns <= 1e12) || !(s->beta_Bps > 0))
        return "alpha_ns or beta_Bps is not usable";
    if (s->net >= HUB_NODES && (s->node < 1 || !(s->alpha2_ns >= 0 && s->alpha2_ns <= 1e12) || !(s->beta2_Bps > 0)))
        return "A net of nodes needs the fields node, alpha2_ns and beta2_Bps.";
    const int32_t named[] = { s->slow_rank, s->kill_rank, s->lose_from, s->lose_to, s->slow_from, s->slow_to };
    for (size_t k = 0; k < sizeof named / sizeof named[0]; k++)
        if (named[k] < -1 || named[k] >= s->ranks)
            return "A fault names a rank that the case does not have.";
    if (!(s->detect_ns >= 0 && s->detect_ns <= (int64_t)1e15))
        return "detect_ns is not usable";
    if (!(s->slow_factor > 0) || !(s->slow_link > 0))
        return "The field slow_factor or slow_link is not positive.";
    return NULL;
}

struct hub *hub_new(const struct proto_ranks *s, struct err *e)
{
    const char *wrong = nonsense(s);
    struct hub *h = wrong ? NULL : calloc(1, sizeof *h);
    if (!h) {
        err_set(e, "%s", wrong ? wrong : "There is no memory left.");
        return NULL;
    }
    h->s = *s;
    h->rank = calloc((size_t)s->ranks, sizeof *h->rank);
    h->free_ps = calloc((size_t)net_ports(h), sizeof *h->free_ps);
    h->link_msgs = calloc((size_t)s->ranks * (size_t)s->ranks, sizeof *h->link_msgs);
    h->row = calloc(HUB_ROWS, sizeof *h->row);
    if (!h->rank || !h->free_ps || !h->link_msgs || !h->row) {
        err_set(e, "There is no memory left.");
        hub_delete(h);
        return NULL;
    }
    h->comms = 1;
    h->comm[0].size = s->ranks;
    for (int r = 0; r < s->ranks; r++) {
        h->comm[0].rank[r] = r;
        h->rank[r].streams = 1;
        h->rank[r].next_id = 1;
        h->rank[r].stream[0].state = ACTOR_BLOCKED; /* until its first turn */
        h->rank[r].stream[0].call.ask = ASK_COMPUTE;
    }
    return h;
}

static void req_free(struct rank *r, struct req *q)
{
    free(q->data);
    *q = (struct req){ 0 };
    r->reqs--;
}

void hub_delete(struct hub *h)
{
    if (!h)
        return;
    for (int r = 0; h->rank && r < h->s.ranks; r++) {
        for (int k = 0; h->rank[r].reqs; k++) /* most of the table was never touched */
            if (h->rank[r].req[k].state != REQ_FREE)
                req_free(&h->rank[r], &h->rank[r].req[k]);
        for (int k = 0; k < RANKS_STREAMS; k++) {
            free(h->rank[r].stream[k].given_ps);
            free(h->rank[r].stream[k].done_ps);
        }
        free(h->rank[r].staged);
    }
    for (int c = 0; c < h->comms; c++) {
        while (h->comm[c].meeting)
            hub_forget(&h->comm[c].meeting, h->comm[c].meeting);
        while (h->comm[c].survey)
            hub_forget(&h->comm[c].survey, h->comm[c].survey);
    }
    free(h->rank);
    free(h->free_ps);
    free(h->link_msgs);
    free(h->row);
    free(h);
}

/* -------------------------------------------------------------------------------------- requests */

static void post(struct hub *h, struct req *q)
{
    if (h->comm[q->comm].broken) {
        fail_req(q, q->posted_ps);
        return;
    }
    q->last = h->last[q->is_send];
    *(q->last ? &q->last->next : &h->first[q->is_send]) = q;
    h->last[q->is_send] = q;
}

static struct req *req_new(struct hub *h, int rank, const struct ranks_call *c)
{
    struct rank *r = &h->rank[rank];
    if (r->reqs == COMM_MAX_REQUESTS) {
        hub_judge(h, SAID_FAIL, "Rank %d has %d requests that it never waited for.", rank, COMM_MAX_REQUESTS);
        return NULL;
    }
    while (r->req[r->next_id % COMM_MAX_REQUESTS].state != REQ_FREE)
        r->next_id++;
    struct req *q = &r->req[r->next_id % COMM_MAX_REQUESTS];
    const struct comm_of *comm = &h->comm[c->comm];
    *q = (struct req){ .state = REQ_POSTED, .rank = rank, .stream = (int)c->stream, .comm = c->comm, .tag = c->tag,
                       .peer = c->peer == COMM_ANY ? COMM_ANY : comm->rank[c->peer], .id = r->next_id++,
                       .bytes = c->bytes, .posted_ps = r->stream[c->stream].now_ps, .seq = ++h->seq,
                       .api = (enum ranks_api)c->api };
    r->reqs++;
    return q;
}

/* The communicator is one of the caller's and the peer one of its members. */
static int sensible(struct hub *h, int rank, const struct ranks_call *c, int any)
{
    if (c->comm >= 0 && c->comm < h->comms && hub_member(&h->comm[c->comm], rank) >= 0 && c->bytes >= 0 &&
        c->bytes <= MOST_BYTES && ((any && c->peer == COMM_ANY) || (c->peer >= 0 && c->peer < h->comm[c->comm].size)))
        return 1;
    hub_judge(h, SAID_FAIL, "Rank %d made a call with arguments out of range.", rank);
    return 0;
}

static int stage(struct hub *h, int rank, const struct ranks_call *c, const char *window)
{
    struct rank *r = &h->rank[rank];
    int64_t n = c->offset;
    char *more = n < 0 || n > RANKS_WINDOW || r->staged_bytes + n > MOST_BYTES
                     ? NULL : realloc(r->staged, (size_t)(r->staged_bytes + n) + 1);
    if (!more) {
        hub_judge(h, SAID_FAIL, "Rank %d has no room for a message of more than %lld B.", rank,
                  (long long)r->staged_bytes);
        return -1;
    }
    memcpy(more + r->staged_bytes, window, (size_t)n);
    r->staged = more;
    r->staged_bytes += n;
    return 0;
}

/* The case loses this message: its sender notices nothing. */
static void lose(struct req *q)
{
    q->lost = 1;
    q->state = REQ_MOVING;
    q->end_ps = q->posted_ps;
}

static enum hub_answer on_send(struct hub *h, int rank, const struct ranks_call *c, const char *window,
                               struct ranks_reply *ret)
{
    if (!sensible(h, rank, c, 0) || stage(h, rank, c, window))
        return HUB_OVER;
    struct rank *r = &h->rank[rank];
    struct req *q = r->staged_bytes == c->bytes ? req_new(h, rank, c) : NULL;
    if (!q) {
        hub_judge(h, SAID_FAIL, "Rank %d sent a message that is not as long as it says.", rank);
        return HUB_OVER;
    }
    q->is_send = 1;
    q->data = r->staged;
    r->staged = NULL;
    r->staged_bytes = 0;
    int64_t nth = ++h->link_msgs[rank * h->s.ranks + q->peer];
    q->delay_ps = net_delay(h, rank, q->peer, nth);
    if (rank == h->s.lose_from && q->peer == h->s.lose_to && nth == h->s.lose_nth)
        lose(q);
    else
        post(h, q);
    ret->id = q->id;
    return HUB_ANSWERED;
}

static enum hub_answer on_recv(struct hub *h, int rank, const struct ranks_call *c, struct ranks_reply *ret)
{
    struct req *q = sensible(h, rank, c, 1) ? req_new(h, rank, c) : NULL;
    if (!q)
        return HUB_OVER;
    post(h, q);
    ret->id = q->id;
    return HUB_ANSWERED;
}

static enum hub_answer on_wait(struct hub *h, int rank, struct actor *a, const struct ranks_call *c, const char *window)
{
    if (c->n < 1 || c->n > COMM_MAX_REQUESTS) {
        hub_judge(h, SAID_FAIL, "Rank %d waits for %d requests.", rank, c->n);
        return HUB_OVER;
    }
    memcpy(a->waits, window, (size_t)c->n * sizeof *a->waits);
    for (int k = 0; k < c->n; k++) {
        int twice = 0;
        for (int j = 0; j < k; j++)
            twice |= a->waits[j] == a->waits[k];
        if (hub_req(h, rank, a->waits[k]) && !twice)
            continue;
        hub_judge(h, SAID_FAIL,
                  "Rank %d: %s of a request that is not there (waited for already, or never "
                  "made).",
                  rank, ranks_api_text((enum ranks_api)c->api));
        return HUB_OVER;
    }
    return HUB_BLOCKED;
}

/* A piece of the bytes that a receive brought; the last piece ends the request. */
static enum hub_answer on_fetch(struct hub *h, int rank, const struct ranks_call *c, char *window,
                                struct ranks_reply *ret)
{
    struct req *q = hub_req(h, rank, c->id);
    if (!q || q->state != REQ_MOVING || q->is_send || c->offset < 0 || c->offset > q->bytes) {
        hub_judge(h, SAID_FAIL, "Rank %d fetches a message that is not there.", rank);
        return HUB_OVER;
    }
    ret->bytes = q->bytes - c->offset < RANKS_WINDOW ? q->bytes - c->offset : RANKS_WINDOW;
    if (ret->bytes)
        memcpy(window, q->data + c->offset, (size_t)ret->bytes);
    if (c->offset + ret->bytes == q->bytes)
        req_free(&h->rank[rank], q);
    return HUB_ANSWERED;
}

/* ----------------------------------------------------------------------------------- collectives */

/* The next meeting of this member; a meeting is there from the first member's call on. */
static struct hub_meeting *meet(struct hub *h, int rank, struct comm_of *c, const struct ranks_collective *k)
{
    return hub_meeting_at(h, &c->meeting, ++c->calls[hub_member(c, rank)], k, rank);
}

static enum hub_answer on_collective(struct hub *h, int rank, struct actor *a, const struct ranks_call *c)
{
    if (!c->n) {
        say_row(h, rank, (int)c->stream, ROW_COLLECTIVE, a->in_since_ps, a->now_ps, 0, -1, ranks_api_text(a->in.kind));
        a->call.api = a->in.kind;
        a->in = (struct ranks_collective){ 0 };
        return HUB_ANSWERED;
    }
    struct ranks_collective k = { (enum ranks_api)c->api, c->offset, c->type, c->op, c->root };
    struct ranks_call as = *c;
    as.peer = 0;
    if (!sensible(h, rank, &as, 0))
        return HUB_OVER;
    struct comm_of *comm = &h->comm[c->comm];
    struct hub_meeting *m = comm->broken ? NULL : meet(h, rank, comm, &k); /* a broken one has nobody to meet */
    if (!m && !comm->broken)
        return HUB_OVER;
    if (m && m->came == comm->size)
        hub_forget(&comm->meeting, m);
    a->in = k;
    a->in_since_ps = a->now_ps;
    h->rank[rank].t.collectives[k.kind]++;
    return HUB_ANSWERED;
}

static enum hub_answer on_split(struct hub *h, int rank, struct actor *a, const struct ranks_call *c)
{
    struct ranks_collective k = { .kind = RANKS_SPLIT };
    struct ranks_call as = *c;
    as.peer = 0;
    if (!sensible(h, rank, &as, 0))
        return HUB_OVER;
    if (h->comm[c->comm].broken)
        return HUB_ANSWERED; /* id is -1 */
    struct hub_meeting *m = meet(h, rank, &h->comm[c->comm], &k);
    if (!m)
        return HUB_OVER;
    int at = hub_member(&h->comm[c->comm], rank);
    m->colour[at] = c->tag;
    m->key[at] = c->peer;
    m->at_ps = a->now_ps > m->at_ps ? a->now_ps : m->at_ps;
    a->split = m; /* another stream of this rank may call the next one meanwhile */
    return HUB_BLOCKED;
}

/* One communicator for each colour, its members by key, then by rank. */
static void make_comms(struct hub *h, struct comm_of *from, struct hub_meeting *m)
{
    for (int k = 0; k < from->size; k++)
        m->id[k] = -1;
    for (int k = 0; k < from->size; k++) {
        if (m->colour[k] < 0 || m->id[k] >= 0)
            continue;
        if (h->comms == COMM_MAX_COMMS) {
            hub_judge(h, SAID_FAIL, "comm_split: there are more than %d communicators.", COMM_MAX_COMMS);
            return;
        }
        struct comm_of *c = &h->comm[h->comms];
        int who[COMM_MAX_RANKS], n = 0;
        for (int j = k; j < from->size; j++) {
            if (m->colour[j] != m->colour[k])
                continue;
            int at = n++;
            for (; at && m->key[who[at - 1]] > m->key[j]; at--)
                who[at] = who[at - 1];
            who[at] = j;
            m->id[j] = h->comms;
        }
        for (int j = 0; j < n; j++)
            c->rank[j] = from->rank[who[j]];
        c->size = n;
        h->comms++;
    }
}

static void answer_split(struct hub *h, int rank, struct actor *a, struct ranks_reply *ret)
{
    struct comm_of *comm = &h->comm[a->call.comm];
    struct hub_meeting *m = a->split;
    a->split = NULL;
    if (m->came < comm->size) {
        ret->id = -1; /* the communicator broke first */
        return;
    }
    if (!m->left)
        make_comms(h, comm, m);
    ret->id = m->id[hub_member(comm, rank)];
    if (ret->id >= 0) {
        ret->a = hub_member(&h->comm[ret->id], rank);
        ret->b = h->comm[ret->id].size;
    }
    if (++m->left == comm->size)
        hub_forget(&comm->meeting, m);
}

/* --------------------------------------------------------------------------------------- streams */

static enum hub_answer on_stream(struct hub *h, int rank, const struct actor *by, struct ranks_reply *ret)
{
    struct rank *r = &h->rank[rank];
    if (r->streams == RANKS_STREAMS) {
        hub_judge(h, SAID_FAIL, "Rank %d called comm_stream(), and has %d streams already.", rank, COMM_MAX_STREAMS);
        return HUB_OVER;
    }
    struct actor *a = &r->stream[r->streams];
    a->state = ACTOR_BLOCKED;
    a->now_ps = by->now_ps;
    a->call = (struct ranks_call){ .ask = ASK_NEXT, .api = RANKS_NEXT, .stream = (uint32_t)r->streams };
    ret->id = r->streams++;
    return HUB_ANSWERED;
}

static enum hub_answer on_give(struct hub *h, int rank, const struct ranks_call *c, struct ranks_reply *ret)
{
    struct rank *r = &h->rank[rank];
    struct actor *a = c->peer > 0 && c->peer < r->streams ? &r->stream[c->peer] : NULL;
    if (a && a->given == a->room) {
        int64_t room = a->room ? 2 * a->room : 64;
        int64_t *g = realloc(a->given_ps, (size_t)room * sizeof *g);
        int64_t *d = g ? realloc(a->done_ps, (size_t)room * sizeof *d) : NULL;
        a->given_ps = g ? g : a->given_ps;
        a->done_ps = d ? d : a->done_ps;
        a = d ? a : NULL;
        if (a)
            a->room = room;
    }
    if (!a) {
        hub_judge(h, SAID_FAIL, "Rank %d called stream_run() on a stream that is not there.", rank);
        return HUB_OVER;
    }
    a->given_ps[a->given++] = r->stream[c->stream].now_ps;
    ret->id = a->given;
    return HUB_ANSWERED;
}

static enum hub_answer on_sync(struct hub *h, int rank, const struct ranks_call *c)
{
    struct rank *r = &h->rank[rank];
    if (c->peer > 0 && c->peer < r->streams && c->offset >= 0 && c->offset <= r->stream[c->peer].given)
        return HUB_BLOCKED;
    hub_judge(h, SAID_FAIL, "Rank %d: %s of something that was never given to a stream.", rank,
              ranks_api_text((enum ranks_api)c->api));
    return HUB_OVER;
}

static enum hub_answer on_next(struct hub *h, int rank, struct actor *a, const struct ranks_call *c)
{
    if (!c->stream || a->ended == a->begun) {
        hub_judge(h, SAID_FAIL, "Rank %d made a call with arguments out of range.", rank);
        return HUB_OVER;
    }
    say_row(h, rank, (int)c->stream, ROW_RUN, a->run_ps, a->now_ps, 0, -1, "function");
    a->done_ps[a->ended++] = a->now_ps; /* a stream's first turn comes without a call: one was begun */
    return HUB_BLOCKED;
}

/* Of a rank's streams several may wait for a disk at once, and a slow rank's disk is no slower than another. */
static enum hub_answer on_idle(struct hub *h, int rank, struct actor *a, const struct ranks_call *c)
{
    double ps = c->seconds * 1e12;
    if (!(ps >= 0 && ps < 1e18 && a->now_ps < (int64_t)4e18)) {
        hub_judge(h, SAID_FAIL, "Rank %d called comm_idle() with a time that the clock cannot reach.", rank);
        return HUB_OVER;
    }
    int64_t start = a->now_ps;
    a->now_ps += llround(ps);
    h->rank[rank].t.idle_ps += c->stream ? 0 : a->now_ps - start;
    say_row(h, rank, (int)c->stream, ROW_WAIT, start, a->now_ps, 0, -1, c->name);
    return HUB_BLOCKED;
}

static enum hub_answer on_compute(struct hub *h, int rank, struct actor *a, const struct ranks_call *c)
{
    if (c->op)
        return on_idle(h, rank, a, c);
    double factor = rank == h->s.slow_rank ? h->s.slow_factor : 1, ps = c->seconds * factor * 1e12;
    if (!(ps >= 0 && ps < 1e18 && a->now_ps < (int64_t)4e18)) {
        hub_judge(h, SAID_FAIL, "Rank %d called comm_compute() with a time that the clock cannot reach.", rank);
        return HUB_OVER;
    }
    struct rank *r = &h->rank[rank];
    int64_t start = r->busy_ps > a->now_ps ? r->busy_ps : a->now_ps;
    r->busy_ps = a->now_ps = start + llround(ps);
    r->t.compute_ps += c->stream ? 0 : a->now_ps - start;
    r->t.work_ps += llround(c->seconds * 1e12);
    say_row(h, rank, (int)c->stream, ROW_COMPUTE, start, a->now_ps, 0, -1, c->name);
    return HUB_BLOCKED;
}

static enum hub_answer on_memory(struct hub *h, int rank, const struct ranks_call *c)
{
    struct tally *t = &h->rank[rank].t;
    if (c->bytes < -t->alive_B || c->bytes > (int64_t)1 << 50) {
        hub_judge(h, SAID_FAIL, "Rank %d called comm_free() for more than it has.", rank);
        return HUB_OVER;
    }
    t->alive_B += c->bytes;
    t->peak_B = t->alive_B > t->peak_B ? t->alive_B : t->peak_B;
    return HUB_ANSWERED;
}

/* No stream may have work left: what its functions were given may be gone with the stack of the rank's own thread. */
static enum hub_answer on_finish(struct hub *h, int rank)
{
    const struct rank *r = &h->rank[rank];
    for (int s = 1; s < r->streams; s++) {
        const struct actor *a = &r->stream[s];
        if (a->ended == a->given)
            continue;
        hub_judge(h, SAID_FAIL, "Rank %d: " RANKS_BUSY, rank, s, (long long)(a->given - a->ended));
        return HUB_OVER;
    }
    return HUB_BLOCKED;
}

/* ----------------------------------------------------------------------------------------- calls */

static enum hub_answer dispatch(struct hub *h, int rank, struct actor *a, const struct ranks_call *c, char *window,
                                struct ranks_reply *ret)
{
    switch ((enum ranks_ask)c->ask) {
    case ASK_PUT:        return stage(h, rank, c, window) ? HUB_OVER : HUB_ANSWERED;
    case ASK_SEND:       return on_send(h, rank, c, window, ret);
    case ASK_RECV:       return on_recv(h, rank, c, ret);
    case ASK_WAIT:       return on_wait(h, rank, a, c, window);
    case ASK_FETCH:      return on_fetch(h, rank, c, window, ret);
    case ASK_COLLECTIVE: return on_collective(h, rank, a, c);
    case ASK_SPLIT:      return on_split(h, rank, a, c);
    case ASK_SURVEY:     return sensible(h, rank, c, 0) ? fail_survey(h, rank, a, c, ret) : HUB_OVER;
    case ASK_COMPUTE:    return on_compute(h, rank, a, c);
    case ASK_STREAM:     return on_stream(h, rank, a, ret);
    case ASK_GIVE:       return on_give(h, rank, c, ret);
    case ASK_NEXT:       return on_next(h, rank, a, c);
    case ASK_SYNC:       return on_sync(h, rank, c);
    case ASK_MEMORY:     return on_memory(h, rank, c);
    case ASK_FINISH:     return on_finish(h, rank);
    case ASK_FAIL:
        hub_judge(h, SAID_FAIL, "Rank %d: %.*s", rank, RANKS_SAID, window);
        return HUB_OVER;
    }
    hub_judge(h, SAID_FAIL, "Rank %d made a call with arguments out of range.", rank);
    return HUB_OVER;
}

enum hub_answer hub_call(struct hub *h, int rank, const struct ranks_call *c, char *window, struct ranks_reply *ret)
{
    struct rank *r = &h->rank[rank];
    struct actor *a = &r->stream[c->stream < RANKS_STREAMS ? c->stream : 0];
    *ret = (struct ranks_reply){ .id = -1 };
    if (c->stream >= RANKS_STREAMS || a->state != ACTOR_RUNS || c->api >= RANKS_API_COUNT) {
        hub_judge(h, SAID_FAIL, "Rank %d made a call from a stream whose turn it is not.", rank);
        return HUB_OVER;
    }
    a->call = *c;
    a->call.name[RANKS_NAME - 1] = 0;
    a->since_ps = a->now_ps;
    if (++r->t.calls == h->s.kill_call && rank == h->s.kill_rank)
        return HUB_KILL;
    if (r->t.calls > MOST_CALLS) {
        hub_judge(h, SAID_LIMIT, "Rank %d made more than %d calls.", rank, MOST_CALLS);
        return HUB_OVER;
    }
    enum hub_answer v = dispatch(h, rank, a, &a->call, window, ret);
    if (v == HUB_BLOCKED)
        a->state = ACTOR_BLOCKED;
    ret->now_ps = a->now_ps;
    return v;
}

/* --------------------------------------------------------------------------------- the next to run */

static int64_t wait_ready(struct hub *h, int rank, const struct actor *a)
{
    int any = a->call.op;
    int64_t all = a->now_ps, first = NEVER;
    for (int k = 0; k < a->call.n; k++) {
        const struct req *q = hub_req(h, rank, a->waits[k]);
        int64_t end = q && q->state == REQ_MOVING ? q->end_ps : NEVER;
        all = later(all, end);
        first = end < first ? end : first;
    }
    return !any ? all : first == NEVER ? NEVER : later(a->now_ps, first);
}

static int64_t sync_ready(const struct rank *r, const struct actor *a)
{
    const struct actor *of = &r->stream[a->call.peer];
    int64_t number = a->call.offset;
    return of->ended < number ? NEVER : number ? later(a->now_ps, of->done_ps[number - 1]) : a->now_ps;
}

int64_t hub_ready(struct hub *h, int rank, int stream)
{
    const struct rank *r = &h->rank[rank];
    const struct actor *a = &r->stream[stream];
    if (a->state != ACTOR_BLOCKED || r->gone)
        return NEVER;
    switch (a->call.ask) {
    case ASK_COMPUTE:
    case ASK_FINISH:
        return a->now_ps;
    case ASK_WAIT:
        return wait_ready(h, rank, a);
    case ASK_SPLIT:
        return a->split->came == h->comm[a->call.comm].size ? a->split->at_ps
               : h->comm[a->call.comm].broken               ? later(a->now_ps, h->comm[a->call.comm].breaks_ps)
                                                            : NEVER;
    case ASK_SURVEY:
        return fail_ready(h, a);
    case ASK_NEXT:
        return a->begun < a->given ? later(a->now_ps, a->given_ps[a->begun]) : NEVER;
    case ASK_SYNC:
        return sync_ready(r, a);
    }
    return NEVER;
}

/* Of the streams that can go on at the same time the seed says which goes first. */
static int pick(struct hub *h, int *rank, int *stream, int64_t *at)
{
    uint64_t best = 0;
    *at = NEVER;
    for (int r = 0; r < h->s.ranks; r++)
        for (int s = 0; s < h->rank[r].streams; s++) {
            int64_t t = hub_ready(h, r, s);
            uint64_t order = h->s.seed ? hub_mix(h->s.seed, (uint64_t)t, (uint64_t)(r * RANKS_STREAMS + s)) : 0;
            if (t == NEVER || t > *at || (t == *at && order >= best))
                continue;
            *at = t;
            *rank = r;
            *stream = s;
            best = order;
        }
    return *at != NEVER;
}

int hub_all_finished(const struct hub *h)
{
    for (int r = 0; r < h->s.ranks; r++)
        if (h->rank[r].stream[0].state != ACTOR_DONE && !h->rank[r].killed)
            return 0;
    return 1;
}

/* Every request is waited for before its rank returns: so no message stays unmet. */
static int left_over(struct hub *h, int rank)
{
    const struct rank *r = &h->rank[rank];
    for (int k = 0; k < COMM_MAX_REQUESTS && r->reqs; k++) {
        const struct req *q = &r->req[k];
        char peer[16] = "any rank";
        if (q->state == REQ_FREE)
            continue;
        if (q->peer >= 0)
            snprintf(peer, sizeof peer, "rank %d", q->peer);
        hub_judge(h, SAID_FAIL, "Rank %d returned and never waited for its %s of %lld B %s %s, tag %d", rank,
                  ranks_api_text(q->api), (long long)q->bytes, q->is_send ? "to" : "from", peer, q->tag);
        return 1;
    }
    return 0;
}

/* A message that starts before anybody goes on cannot be overtaken by one that is not posted yet. */
int hub_next(struct hub *h, int *rank, int *stream)
{
    struct meet m;
    int64_t at;
    for (;;) {
        int64_t breaks;
        int any = pick(h, rank, stream, &at), pair = net_first(h, &m), breaking = fail_next(h, &breaks);
        if (pair < 0 || h->result.said)
            return -1;
        if (breaking >= 0 && breaks <= at && (!pair || breaks <= m.at_ps)) {
            fail_break(h, breaking);
            continue;
        }
        if (!any && !pair)
            break;
        if (any && (!pair || at <= m.at_ps))
            return h->rank[*rank].stream[*stream].call.ask == ASK_FINISH && left_over(h, *rank) ? -1 : 1;
        net_start(h, &m);
    }
    if (hub_all_finished(h))
        return 0;
    say_blocked(h);
    return -1;
}

/* What was received goes along, where it fits behind the envelopes: nobody has to fetch it. */
static void pack(struct hub *h, int rank, const struct actor *a, int first, int last, char *window,
                 struct ranks_reply *ret)
{
    int64_t at = (last - first) * (int64_t)sizeof(comm_status), all = at;
    for (int k = first; k < last && all <= RANKS_WINDOW; k++) {
        const struct req *q = hub_req(h, rank, a->waits[k]);
        all += q ? q->bytes : 0;
    }
    ret->b = all <= RANKS_WINDOW;
    for (int k = first; ret->b && k < last; k++) {
        struct req *q = hub_req(h, rank, a->waits[k]);
        if (!q)
            continue; /* a send, or a message that never came */
        if (q->bytes)
            memcpy(window + at, q->data, (size_t)q->bytes);
        at += q->bytes;
        req_free(&h->rank[rank], q);
    }
}

static void answer_wait(struct hub *h, int rank, struct actor *a, char *window, struct ranks_reply *ret)
{
    comm_status *st = (comm_status *)(void *)window;
    int first = 0, last = a->call.n;
    if (a->call.op) { /* any: the one that completed first */
        const struct req *best = NULL;
        for (int k = 0; k < a->call.n; k++) {
            const struct req *q = hub_req(h, rank, a->waits[k]);
            if (q && q->state == REQ_MOVING && (!best || q->end_ps < best->end_ps)) {
                best = q;
                first = k;
            }
        }
        last = first + 1;
        ret->id = first;
    }
    for (int k = first; k < last; k++) {
        struct req *q = hub_req(h, rank, a->waits[k]);
        const struct comm_of *c = &h->comm[q->comm];
        st[k - first] = (comm_status){ q->is_send || q->failed ? -1 : hub_member(c, q->from),
                                       q->is_send || q->failed ? -1 : q->envelope, q->failed ? -1 : q->bytes };
        if (q->is_send || q->failed)
            req_free(&h->rank[rank], q);
    }
    ret->a = last - first;
    pack(h, rank, a, first, last, window, ret);
}

void hub_answer(struct hub *h, int rank, int stream, char *window, struct ranks_reply *ret)
{
    struct rank *r = &h->rank[rank];
    struct actor *a = &r->stream[stream];
    int64_t now = hub_ready(h, rank, stream);
    *ret = (struct ranks_reply){ .id = -1 };
    if (!stream && a->call.ask != ASK_COMPUTE && !a->in.kind)
        say_row(h, rank, stream, ROW_WAIT, a->since_ps, now, 0, -1, ranks_api_text((enum ranks_api)a->call.api));
    a->now_ps = ret->now_ps = now;
    a->state = ACTOR_RUNS;
    if (a->call.ask == ASK_WAIT)
        answer_wait(h, rank, a, window, ret);
    else if (a->call.ask == ASK_SPLIT)
        answer_split(h, rank, a, ret);
    else if (a->call.ask == ASK_SURVEY)
        fail_answer(h, rank, a, ret);
    else if (a->call.ask == ASK_NEXT) {
        a->begun++;
        a->run_ps = now;
    }
    if (a->call.ask == ASK_FINISH) {
        a->state = ACTOR_DONE;
        r->t.end_ps = now;
    }
}

/* ---------------------------------------------------------------------------------- the processes */

int hub_gone(struct hub *h, int rank, enum proto_said v, const char *why)
{
    struct rank *r = &h->rank[rank];
    r->gone = 1;
    if (r->stream[0].state == ACTOR_DONE && v == SAID_FINE)
        return 0;
    if (v == SAID_FINE && rank == h->s.kill_rank && r->t.calls == h->s.kill_call) {
        r->killed = 1;
        fail_death(h, rank);
        for (int k = 0; k < COMM_MAX_REQUESTS; k++)
            if (r->req[k].state == REQ_POSTED) {
                hub_unpost(h, &r->req[k]);
                req_free(r, &r->req[k]);
            }
        return 0;
    }
    char where[200];
    hub_where(h, rank, where, sizeof where);
    hub_judge(h, v == SAID_FINE ? SAID_DIED : v, "Rank %d %s (its last call: %s).", rank, why, where);
    return -1;
}

int hub_finished(const struct hub *h, int rank)
{
    return h->rank[rank].stream[0].state == ACTOR_DONE;
}

int hub_killed(const struct hub *h, int rank)
{
    return h->rank[rank].killed;
}
