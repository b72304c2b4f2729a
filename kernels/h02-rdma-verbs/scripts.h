/*
 * scripts.h: draws what happens to a queue pair of h02-rdma-verbs, with the model at hand, so that what comes is near
 * to what is expected.
 */
#ifndef H02_SCRIPTS_H
#define H02_SCRIPTS_H

#include <ridge/oracle.h>

#include "model.h"

static int64_t below(uint64_t *s, int64_t n)
{
    return (int64_t)(ridge_next(s) % (uint64_t)n);
}

static int chance(uint64_t *s, int percent)
{
    return below(s, 100) < percent;
}

/* ------------------------------------------------------------------------------------------------ scripts are drawn */

/* What may happen in a script; the `mix` of a case. */
enum { WRITES = 1, SENDS = 2, READS = 4, TWICE = 8, GAPS = 16, NOT_READY = 32, BAD_KEYS = 64, BAD_FORM = 128 };
enum { ROUND = 256, DROPS = 512, LATE = 1024, SHORT_CQ = 2048, LAST_TRY = 4096, BOTH = 8192, PATIENT = 16384 };
enum { UNFETCHED = 32768 };

int attrs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *a = b ? b->data : NULL, mix = ridge_int(c, "mix");
    for (size_t k = 0; a && k < b->count / ATTR; k++, a += ATTR) {
        a[0] = 1 + below(&seed, 3);
        a[1] = mix & ROUND ? 64 : 1 + below(&seed, 12), a[2] = 1 + below(&seed, 12);
        a[3] = mix & ROUND ? PSN - 1 - below(&seed, 6) : below(&seed, PSN);
        a[4] = mix & ROUND ? PSN - 1 - below(&seed, 6) : below(&seed, PSN);
        a[5] = 1 + below(&seed, 8);
        a[6] = 1000 + below(&seed, 3000), a[7] = 500 + below(&seed, 2000);
        a[8] = mix & LAST_TRY ? below(&seed, 3) : 7;
        a[9] = mix & LAST_TRY ? (chance(&seed, 30) ? RC_FOR_EVER : below(&seed, 3)) : RC_FOR_EVER;
        a[10] = mix & SHORT_CQ ? 4 : 256;
        a[11] = chance(&seed, 50) ? 0xfffffffd : below(&seed, 100);
        a[12] = chance(&seed, 30);
    }
    return a ? 0 : -1;
}

/* Of the queue pair's domain: 0 all rights, 1 local writes, 2 remote reads, 3 remote writes; 4 of another one; 5
 * nothing. */
int regions_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const int access[REGIONS] = { 7, 1, 4, 3, 7, 0 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const int64_t *a = ridge_data(c, "attrs");
    int64_t *g = b ? b->data : NULL;
    for (size_t r = 0; g && a && r < b->count / (4 * REGIONS); r++, a += ATTR)
        for (int k = 0; k < REGIONS; k++, g += 4) {
            g[0] = k * 680 + below(&seed, 20), g[1] = 600 + below(&seed, 60);
            g[2] = access[k], g[3] = k == 4 ? a[0] % 3 + 1 : a[0];
        }
    return g && a ? 0 : -1;
}

int bytes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t k = 0; b && k < b->count; k++)
        ((uint8_t *)b->data)[k] = (uint8_t)ridge_next(&seed);
    return b ? 0 : -1;
}

struct draw {
    uint64_t seed;
    int64_t mix, now, id;
    const int64_t *region;
    int op, left, first; /* of the message that comes: packets that are left */
    int64_t length, offset, key, have, with_imm;
    int fetch; /* all answers that wait, before another packet comes */
};

static int draw_region(struct draw *d, int a, int b)
{
    if (d->mix & BAD_KEYS && chance(&d->seed, 12))
        return (int)below(&d->seed, REGIONS + 2) - 1;
    return chance(&d->seed, 50) ? a : b;
}

/* A place of `bytes` in region k, at its very end now and then; with bad keys a byte behind it. */
static int64_t draw_place(struct draw *d, int64_t k, int64_t bytes)
{
    const int64_t *g = d->region + 4 * (k >= 0 && k < REGIONS ? k : 0);
    int64_t room = g[1] - bytes;
    if (room < 0)
        return g[0];
    int64_t at = g[0] + (chance(&d->seed, 25) ? room : below(&d->seed, room + 1));
    if (d->mix & BAD_KEYS && chance(&d->seed, 8))
        at = chance(&d->seed, 50) ? g[0] + room + 1 : g[0] - 1;
    return at;
}

static int64_t draw_length(struct draw *d)
{
    static const int64_t usual[] = { 0, 1, 255, 256, 257, 512, 513, 600 };
    return chance(&d->seed, 60) ? usual[below(&d->seed, 8)] : below(&d->seed, 600);
}

static int draw_op(struct draw *d)
{
    int op;
    do
        op = (int)below(&d->seed, 3);
    while (!(d->mix & (op == PK_SEND ? SENDS : op == PK_WRITE ? WRITES : READS)));
    return op;
}

static void begin_message(struct draw *d)
{
    d->op = draw_op(d), d->length = draw_length(d), d->have = 0, d->first = 1;
    d->with_imm = d->op != PK_READ && chance(&d->seed, 40);
    if (d->op == PK_READ) {
        d->length = d->mix & BAD_FORM && chance(&d->seed, 15) ? RC_MTU + 1 : d->length % (RC_MTU + 1);
        d->key = draw_region(d, 0, 2);
    } else {
        d->key = draw_region(d, 0, 3);
    }
    d->offset = draw_place(d, d->key, d->length);
    d->left = d->op == PK_READ || !d->length ? 1 : (int)((d->length + RC_MTU - 1) / RC_MTU);
}

/* The packet of the message with number k behind d->have, as a step. */
static void write_packet(struct draw *d, int64_t *a, int64_t psn)
{
    int64_t rest = d->length - d->have, bytes = d->op == PK_READ ? 0 : rest < RC_MTU ? rest : RC_MTU;
    int last = d->left == 1, lead = d->op == PK_READ || (d->op == PK_WRITE && d->first);
    const int64_t is[] = { d->op, psn, d->op != PK_READ && d->first, d->op != PK_READ && last,
                           last && d->with_imm, last && d->with_imm ? 1 + below(&d->seed, 1 << 30) : 0, d->offset,
                           d->key, lead ? d->length : 0, 0, bytes, below(&d->seed, 1 << 30) };
    memcpy(a, is, sizeof is);
}

static void draw_post_recv(struct draw *d, int64_t *s)
{
    int64_t k = draw_region(d, 0, 1), length = chance(&d->seed, 70) ? 600 : draw_length(d);
    s[0] = DO_RECV;
    s[2] = ++d->id, s[4] = length, s[5] = k, s[3] = draw_place(d, k, length);
}

static void poll_step(struct draw *d, int64_t *s)
{
    s[0] = chance(&d->seed, 50) ? DO_POLL_SENT : DO_POLL_RECEIVED;
}

/* The next packet in order, an old one or a later one; the message goes on only if the model has taken it. */
static void draw_come(struct draw *d, struct model *m, int64_t *s)
{
    s[0] = DO_TAKE;
    int64_t e = (m->remote_base + m->came) % PSN;
    if (d->left <= 0)
        begin_message(d);
    write_packet(d, s + 2, e);
    if (d->mix & TWICE && chance(&d->seed, 25))
        s[3] = (e + PSN - 1 - (chance(&d->seed, 80) ? below(&d->seed, 4) : PSN / 2 - 1 - below(&d->seed, 2))) % PSN;
    else if (d->mix & GAPS && chance(&d->seed, 30))
        s[3] = (e + 1 + (chance(&d->seed, 80) ? below(&d->seed, 4) : PSN / 2 - 2 - below(&d->seed, 2))) % PSN;
    else if (d->mix & BAD_FORM && chance(&d->seed, 12)) {
        int64_t what = below(&d->seed, 5);
        s[4] ^= what == 0 && s[2] != PK_READ, s[5] ^= what == 1 && s[2] != PK_READ;
        s[2] = what == 2 && s[2] != PK_READ ? !s[2] : s[2];
        s[12] = what == 3 && s[2] != PK_READ ? below(&d->seed, RC_MTU + 1) : s[12];
        if (what == 4) { /* a READ, maybe in the middle of a message */
            s[2] = PK_READ, s[4] = s[5] = s[6] = s[7] = s[12] = 0;
            s[8] = d->region[0], s[9] = 0, s[10] = below(&d->seed, RC_MTU + 1);
        }
        if (s[2] == PK_SEND)
            s[10] = 0;
        if (!s[5])
            s[6] = s[7] = 0;
    }
}

static void after_come(struct draw *d, const struct model *m, int64_t before, const int64_t *s)
{
    if (m->came == before)
        return;
    d->have += s[12], d->left--, d->first = 0;
    if (s[5] || s[2] == PK_READ)
        d->left = 0;
}

static void draw_post_send(struct draw *d, int64_t *s)
{
    int op = draw_op(d);
    int64_t length = draw_length(d), key = op == PK_READ ? draw_region(d, 0, 1) : draw_region(d, 0, 5);
    if (op == PK_READ)
        length = chance(&d->seed, 5) ? RC_MTU + 1 : length % (RC_MTU + 1);
    const int64_t is[] = { ++d->id, op, chance(&d->seed, 70), op != PK_READ && chance(&d->seed, 40),
                           1 + below(&d->seed, 1 << 30), draw_place(d, key, length), length, key,
                           op == PK_SEND ? 0 : below(&d->seed, 1ll << 40),
                           op == PK_SEND ? 0 : below(&d->seed, 1 << 30) };
    s[0] = DO_SEND;
    memcpy(s + 2, is, sizeof is);
}

/* An answer to something that is under way: what should come, or what may. */
static void draw_answer(struct draw *d, struct model *m, int64_t *s)
{
    int64_t span = m->sent_most - m->acked, number = m->acked + (span ? below(&d->seed, span) : 0);
    if (chance(&d->seed, 50))
        number = m->acked;
    if (d->mix & LATE && chance(&d->seed, 20))
        number = chance(&d->seed, 50) ? m->acked - 1 - below(&d->seed, 5) : m->sent_most + below(&d->seed, 5);
    int known = number >= 0 && number < m->pieces, op = PK_ACK;
    int64_t bytes = 0, why = 0;
    if (known && wr_at(m, (int)number)->op == WR_READ)
        op = PK_DATA, bytes = wr_at(m, (int)number)->length;
    if (d->mix & BAD_FORM && chance(&d->seed, 6))
        op = PK_ACK + PK_DATA - op, bytes = op == PK_DATA ? below(&d->seed, RC_MTU + 1) : 0;
    if (d->mix & BAD_FORM && op == PK_DATA && chance(&d->seed, 6))
        bytes = below(&d->seed, RC_MTU + 1);
    if (d->mix & GAPS && chance(&d->seed, 15))
        op = PK_NAK, why = NAK_SEQUENCE, bytes = 0;
    if (d->mix & NOT_READY && chance(&d->seed, 15))
        op = PK_NAK, why = NAK_RNR, bytes = 0;
    if (d->mix & PATIENT && chance(&d->seed, 75))
        op = PK_NAK, why = NAK_RNR, bytes = 0, number = m->acked;
    if (d->mix & BAD_KEYS && chance(&d->seed, 3))
        op = PK_NAK, why = NAK_ACCESS + below(&d->seed, 3), bytes = 0;
    const int64_t is[] = { op, ((m->base + number) % PSN + PSN) % PSN, 0, 0, 0, 0, 0, 0, 0, why, bytes,
                           below(&d->seed, 1 << 30) };
    s[0] = DO_TAKE;
    memcpy(s + 2, is, sizeof is);
}

static void draw_respond_step(struct draw *d, struct model *m, int64_t *s)
{
    int64_t what = below(&d->seed, 100), want = d->mix & NOT_READY ? 12 : 25, owed = m->owed_to - m->owed_from;
    if (d->mix & UNFETCHED) {
        d->fetch = owed > 100 || (d->fetch && owed);
        what = d->fetch ? 60 : what >= 60 && what < 85 ? 59 : what;
    }
    if (d->mix & DROPS && what < 3)
        s[0] = DO_DEREGISTER, s[2] = below(&d->seed, REGIONS);
    else if (what < 3 + want && !(d->mix & NOT_READY && what % 3 == 0))
        draw_post_recv(d, s);
    else if (what < 60)
        draw_come(d, m, s);
    else if (what < 85)
        s[0] = DO_NEXT;
    else
        poll_step(d, s), s[0] = chance(&d->seed, 90) ? DO_POLL_RECEIVED : s[0];
}

static void draw_request_step(struct draw *d, struct model *m, int64_t *s)
{
    int64_t what = below(&d->seed, 100), due = 0;
    if (d->mix & LATE && chance(&d->seed, 12))
        due = m->timer + m->timeout;
    if (d->mix & NOT_READY && chance(&d->seed, 25))
        due = m->quiet;
    /* Just then, or just before. */
    due -= chance(&d->seed, 40);
    s[1] = d->now = due > d->now ? due : d->now + below(&d->seed, 60);
    if (d->now == due && chance(&d->seed, 80))
        s[0] = DO_NEXT;
    else if (d->mix & DROPS && what < 2)
        s[0] = DO_DEREGISTER, s[2] = below(&d->seed, REGIONS);
    else if (d->mix & BOTH && what % 4 == 0)
        chance(&d->seed, 30) ? draw_post_recv(d, s) : draw_come(d, m, s);
    else if (what < 22)
        draw_post_send(d, s);
    else if (what < 55)
        s[0] = DO_NEXT;
    else if (what < 85 && m->sent_most > 0)
        draw_answer(d, m, s);
    else
        poll_step(d, s), s[0] = chance(&d->seed, 90) ? DO_POLL_SENT : s[0];
}

#endif
