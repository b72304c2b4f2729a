/* synthlang.c: see synthlang.h for the language. */
#include "synthlang.h"

#include <math.h>
#include <string.h>

enum { FREE, BIND_KEY, BIND_VALUE, ASK_KEY, ASK_VALUE };

/* 64ths of each event at a free place; what is impossible there falls to the letters. */
enum { EVENT = 4, ASK = 8, WHOLE = 64 };
static const double SHARE[4] = { .5, .25, .125, .125 };

uint64_t synth_next(uint64_t *rng)
{
    uint64_t z = (*rng += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double synth_uniform(uint64_t *rng)
{
    return (double)(synth_next(rng) >> 11) * 0x1p-53;
}

void synth_lang_init(struct synth_lang *lang, uint64_t seed)
{
    for (int a = 0; a <= SYNTH_LETTERS; a++)
        for (int b = 0; b <= SYNTH_LETTERS; b++) {
            uint8_t all[SYNTH_LETTERS];
            for (int k = 0; k < SYNTH_LETTERS; k++)
                all[k] = (uint8_t)k;
            for (int k = 0; k < 4; k++) {
                int other = k + (int)(synth_next(&seed) % (uint64_t)(SYNTH_LETTERS - k));
                uint8_t t = all[k];
                all[k] = all[other];
                all[other] = t;
            }
            memcpy(lang->next[a][b], all, 4);
        }
}

void synth_begin(struct synth *s, const struct synth_lang *lang)
{
    *s = (struct synth){ .lang = lang, .before = SYNTH_LETTERS, .last = SYNTH_LETTERS };
}

int synth_asks(const struct synth *s)
{
    return s->place == ASK_VALUE;
}

static int find(const char *set, int byte)
{
    const char *at = byte ? strchr(set, byte) : NULL;
    return at ? (int)(at - set) : -1;
}

static double letter_prob(const struct synth *s, int letter)
{
    int events = (s->depth < SYNTH_DEPTH) + (s->depth > 0) + (s->bound < SYNTH_KEYS);
    int taken = EVENT * events + ASK * (s->bound > 0);
    const uint8_t *next = s->lang->next[s->before][s->last];
    for (int k = 0; k < 4; k++)
        if (next[k] == letter)
            return SHARE[k] * (WHOLE - taken) / WHOLE;
    return 0;
}

static double free_prob(const struct synth *s, int byte)
{
    const double event = (double)EVENT / WHOLE;
    if (byte >= 'a' && byte < 'a' + SYNTH_LETTERS)
        return letter_prob(s, byte - 'a');
    if (byte == '@')
        return s->bound < SYNTH_KEYS ? event : 0;
    if (byte == '?')
        return s->bound > 0 ? (double)ASK / WHOLE : 0;
    if (find(SYNTH_OPEN, byte) >= 0)
        return s->depth < SYNTH_DEPTH ? event / 4 : 0;
    int close = find(SYNTH_CLOSE, byte);
    return close >= 0 && s->depth > 0 && s->stack[s->depth - 1] == close ? event : 0;
}

double synth_prob(const struct synth *s, int byte)
{
    int key = byte - 'A', is_key = key >= 0 && key < SYNTH_KEYS;
    switch (s->place) {
    case BIND_KEY:
        return is_key && !s->value[key] ? 1. / (SYNTH_KEYS - s->bound) : 0;
    case BIND_VALUE:
        return find(SYNTH_VALUES, byte) >= 0 ? 1. / 16 : 0;
    case ASK_KEY:
        return is_key && s->value[key] ? 1. / s->bound : 0;
    case ASK_VALUE:
        return byte == s->value[s->key];
    default:
        return free_prob(s, byte);
    }
}

double synth_entropy(const struct synth *s)
{
    double bits = 0;
    for (int byte = 0; byte < 256; byte++) {
        double p = synth_prob(s, byte);
        if (p > 0)
            bits -= p * log2(p);
    }
    return bits;
}

static void push_free(struct synth *s, int byte)
{
    int open = find(SYNTH_OPEN, byte);
    if (open >= 0)
        s->stack[s->depth++] = (uint8_t)open;
    else if (find(SYNTH_CLOSE, byte) >= 0)
        s->depth--;
    else if (byte == '@' || byte == '?')
        s->place = byte == '@' ? BIND_KEY : ASK_KEY;
}

int synth_push(struct synth *s, int byte)
{
    if (!(synth_prob(s, byte) > 0))
        return -1;
    switch (s->place) {
    case BIND_KEY:
    case ASK_KEY:
        s->key = byte - 'A';
        s->place++;
        break;
    case BIND_VALUE:
        s->value[s->key] = (uint8_t)byte;
        s->bound++;
        s->place = FREE;
        break;
    case ASK_VALUE:
        s->place = FREE;
        break;
    default:
        push_free(s, byte);
    }
    s->before = s->last;
    s->last = byte >= 'a' && byte < 'a' + SYNTH_LETTERS ? (uint8_t)(byte - 'a') : SYNTH_LETTERS;
    return 0;
}

int synth_draw(const struct synth *s, uint64_t *rng)
{
    double u = synth_uniform(rng);
    int last = 0;
    for (int byte = 33; byte < 127; byte++) {
        double p = synth_prob(s, byte);
        if (p > 0) {
            last = byte;
            if (u < p)
                break;
            u -= p;
        }
    }
    return last; /* the sum of all is 1 but for rounding */
}

void synth_text(const struct synth_lang *lang, uint64_t seed, uint8_t *text, float *nll, size_t n)
{
    struct synth s;
    synth_begin(&s, lang);
    for (size_t k = 0; k < n; k++) {
        int byte = k ? synth_draw(&s, &seed) : '\n';
        if (nll)
            nll[k] = k ? (float)-log(synth_prob(&s, byte)) : 0;
        if (k)
            synth_push(&s, byte);
        text[k] = (uint8_t)byte;
    }
}

/* May `byte` come here, `left` bytes before the next forced event, if `key` is to stay unnamed? */
static int fits(const struct synth *s, int byte, size_t left, int key)
{
    int has = s->value[key] != 0;
    if ((byte == '@' || byte == '?') && s->place == FREE) {
        int choice = byte == '@' ? SYNTH_KEYS - s->bound - !has : s->bound - has;
        return left >= 3 && choice > 0;
    }
    return byte != 'A' + key;
}

/* n bytes that end at a free place and do not name `key`. */
static void wander(struct synth *s, uint64_t *rng, int key, uint8_t *text, size_t n)
{
    for (size_t k = 0; k < n;) {
        int byte = synth_draw(s, rng);
        if (!fits(s, byte, n - k, key))
            continue;
        synth_push(s, byte);
        text[k++] = (uint8_t)byte;
    }
}

int synth_probe(const struct synth_lang *lang, uint64_t seed, uint8_t *text, size_t n, size_t distance)
{
    if (distance < 3 || n < distance + 4)
        return -1;
    struct synth s;
    synth_begin(&s, lang);
    int key = (int)(synth_next(&seed) % SYNTH_KEYS);
    char event[3] = { '@', (char)('A' + key), SYNTH_VALUES[synth_next(&seed) % 16] };
    size_t at = n - 3 - distance;
    text[0] = '\n';
    wander(&s, &seed, key, text + 1, at - 1);
    for (int round = 0; round < 2; round++, at += distance, event[0] = '?') {
        for (int k = 0; k < 3; k++) {
            synth_push(&s, event[k]);
            text[at + (size_t)k] = (uint8_t)event[k];
        }
        if (!round)
            wander(&s, &seed, key, text + at + 3, distance - 3);
    }
    return 0;
}
