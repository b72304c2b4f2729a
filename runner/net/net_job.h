/*
 * net_job.h: one transfer inside ridge-net: what it may do, what came of it, and whether to try again.
 */
#ifndef RUNNER_NET_JOB_H
#define RUNNER_NET_JOB_H

#include <curl/curl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "runner/base/util.h"

enum {
    NET_TRIES = 4,       /* in a row without a byte gained */
    NET_TRIES_ALL = 20,
    NET_WAIT_MS = 500,   /* before the second try; doubled each time */
    NET_WAIT_MOST_S = 60, /* that a Retry-After is obeyed */
    NET_BODY = 4 << 20,  /* of a list */
    NET_REPLY = 4096,    /* of what a server says beside its status */
    NET_SLOW = 100,      /* bytes a second: less is standing still */
    NET_REDIRECTS = 5,
};

/*
 * May this address be asked? https:// may, http:// to localhost, 127.0.0.1 or [::1], or to anybody with `insecure`;
 * nothing else. 0 with *ret_plain (is it http?), or -1 with a sentence.
 */
int net_url_check(const char *url, bool insecure, bool *ret_plain, struct err *e);

/* Is `host` the one that would be asked? */
bool net_url_is_of(const char *url, const char *host);

/* What the server's headers said of the answer that is coming. */
struct net_head {
    long status;
    int64_t length, from, total; /* -1: not said; from and total of a Content-Range */
    char etag[256], modified[64];
};

/* One header line (with its line end) into *h; a status line begins anew. */
void net_head_line(struct net_head *h, const char *line, size_t n);

/* The seconds to wait before try number `tries` + 1, with what Retry-After said (0: nothing). */
double net_wait(int tries, int64_t retry_after);

enum net_end { NET_OK, NET_AGAIN, NET_FAILED };

struct net_job {
    const json_t *spec;
    size_t index;
    const char *op, *url, *file, *ca; /* file: its name, without a path */
    bool insecure, resumed, declined, done, new_tag; /* declined: `why` is our own word, not the connection's */
    int stall_s, tries, all_tries, fd;
    CURL *easy;
    struct curl_slist *headers;
    curl_mime *mime;
    struct net_head head;
    char tag[256]; /* of what is in the file; new_tag: the next event says so */
    int64_t had, now, total, max, sent;
    double due; /* not before, in util_now() */
    struct text body;
    char kind[16], why[640], error[CURL_ERROR_SIZE];
};

void net_job_init(struct net_job *j, const json_t *spec, size_t index, const json_t *all); /* all: net.c's orders */

/* Does it need a descriptor before it begins? Then here it is, with the version of which it has a part; or why not. */
bool net_job_has_file(const struct net_job *j);
void net_job_take(struct net_job *j, int fd, const char *said);

/* Makes the easy handle of one try. 0, or -1 when it has failed for good. */
int net_job_start(struct net_job *j);

/* After the transfer: keeps or drops what came, frees the handle. NET_AGAIN has set j->due. */
enum net_end net_job_end(struct net_job *j, CURLcode code);

json_t *net_job_answer(const struct net_job *j, bool ok);
void net_job_finish(struct net_job *j);

#endif
