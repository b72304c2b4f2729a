/*
 * ridge-net: the transfers of net.h. What to do comes on standard input, one JSON document; what happens goes to
 * standard output, one object a line; the descriptors of files come over a socket, when they are asked for. It ends
 * when all is done, or when nobody listens. It is started in a box (net.c), and shuts it behind itself before it reads
 * a word of anybody's.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <locale.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "runner/box/box.h"
#include "net.h"
#include "net_job.h"

enum { OFFLINE = 3 }; /* so many without a connection and none with one: there is no network */

struct net {
    struct net_job *job;
    size_t n, running, left, succeeded;
    size_t parallel;
    double gap, next; /* seconds; when the next may start */
    int offline;      /* how many found no connection */
    CURLM *multi;
};

static void say(json_t *j)
{
    if (!j || json_dumpf(j, stdout, JSON_COMPACT) || putchar('\n') == EOF || fflush(stdout))
        exit(1);
    json_decref(j);
}

static void over(struct net *net, struct net_job *j, bool ok)
{
    j->done = true;
    j->due = 0;
    net->left--;
    net->succeeded += ok;
    say(net_job_answer(j, ok));
    net_job_finish(j);
}

/* Ours opens it for us: a letter, 'F' with a descriptor and its version, or 'E' and why not. */
static void ask_for_file(struct net_job *j)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } c;
    char said[NET_SAID] = "";
    int fd = -1;
    struct iovec v = { said, sizeof said - 1 };
    struct msghdr m = { .msg_iov = &v, .msg_iovlen = 1, .msg_control = &c, .msg_controllen = sizeof c };
    say(json_pack("{s:I s:b}", "job", (json_int_t)j->index, "open", 1));
    if (recvmsg(NET_SOCKET, &m, MSG_CMSG_CLOEXEC) <= 0)
        exit(1);
    if (*said == 'F' && m.msg_controllen >= sizeof c.head && c.head.cmsg_type == SCM_RIGHTS)
        memcpy(&fd, CMSG_DATA(&c.head), sizeof fd);
    net_job_take(j, fd, said + 1);
}

static void start(struct net *net, struct net_job *j)
{
    net->next = util_now() + net->gap;
    if (net_job_has_file(j) && j->fd < 0)
        ask_for_file(j);
    if (net_job_start(j)) {
        over(net, j, false);
        return;
    }
    curl_multi_add_handle(net->multi, j->easy);
    net->running++;
}

/* Jobs that wait for a network which is not there need not each find out for themselves. */
static void give_up_rest(struct net *net, const struct net_job *first)
{
    for (size_t k = 0; k < net->n; k++) {
        struct net_job *j = net->job + k;
        if (j->done || j->easy)
            continue;
        snprintf(j->kind, sizeof j->kind, "offline");
        snprintf(j->why, sizeof j->why, "%s", first->why);
        over(net, j, false);
    }
}

static void start_due(struct net *net)
{
    for (size_t k = 0; k < net->n && net->running < net->parallel && util_now() >= net->next; k++) {
        struct net_job *j = net->job + k;
        if (!j->done && !j->easy && j->due <= util_now())
            start(net, j);
    }
}

static void reap(struct net *net)
{
    CURLMsg *m;
    int more;
    while ((m = curl_multi_info_read(net->multi, &more))) {
        struct net_job *j;
        CURLcode code = m->data.result;
        if (m->msg != CURLMSG_DONE || curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &j))
            continue;
        curl_multi_remove_handle(net->multi, m->easy_handle);
        net->running--;
        enum net_end end = net_job_end(j, code);
        if (end == NET_AGAIN)
            continue;
        over(net, j, end == NET_OK);
        net->offline += !strcmp(j->kind, "offline");
        if (net->offline >= OFFLINE && !net->succeeded)
            give_up_rest(net, j);
    }
}

/* At once, so that an end at any time leaves no part whose version is not known. */
static void tell_tags(struct net *net)
{
    for (size_t k = 0; k < net->n; k++) {
        struct net_job *j = net->job + k;
        if (j->new_tag)
            say(json_pack("{s:I s:s}", "job", (json_int_t)k, "tag", j->tag));
        j->new_tag = false;
    }
}

static void tell_progress(const struct net *net)
{
    static double last;
    if (util_now() - last < 0.2)
        return;
    last = util_now();
    for (size_t k = 0; k < net->n; k++) {
        const struct net_job *j = net->job + k;
        if (j->easy)
            say(json_pack("{s:I s:I s:I}", "job", (json_int_t)k, "now", (json_int_t)j->now, "total",
                          (json_int_t)(j->total < 0 ? -1 : j->total)));
    }
}

static int run(struct net *net)
{
    int alive;
    while (net->left) {
        start_due(net);
        if (curl_multi_perform(net->multi, &alive))
            return 1;
        tell_tags(net);
        reap(net);
        tell_progress(net);
        if (net->left && curl_multi_poll(net->multi, NULL, 0, 50, NULL))
            return 1;
    }
    return 0;
}

/* Through whom libcurl asks: it looks into its environment, which came empty. */
static void set_proxies(const json_t *proxies)
{
    const char *name;
    const json_t *v;
    json_object_foreach((json_t *)(size_t)proxies, name, v)
        setenv(name, json_string_value(v), 1);
}

static int begin(struct net *net, const json_t *all, const json_t *jobs)
{
    if (sodium_init() < 0 || curl_global_init(CURL_GLOBAL_DEFAULT) || !(net->multi = curl_multi_init()))
        return 1;
    net->n = net->left = json_array_size(jobs);
    net->parallel = (size_t)json_integer_value(json_object_get(all, "parallel"));
    net->gap = (double)json_integer_value(json_object_get(all, "gap_ms")) / 1000;
    net->job = calloc(net->n + 1, sizeof *net->job);
    if (!net->job)
        return 1;
    for (size_t k = 0; k < net->n; k++)
        net_job_init(net->job + k, json_array_get(jobs, k), k, all);
    return 0;
}

/* --version: for doctor. */
int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--version"))
        return puts(curl_version()) < 0;
    struct net net = { 0 };
    if (box_seccomp_net())
        return 1;
    setlocale(LC_CTYPE, "C.UTF-8");
    json_t *all = json_loadf(stdin, 0, NULL);
    const json_t *jobs = json_object_get(all, "jobs");
    if (!json_is_array(jobs)) {
        fprintf(stderr, "ridge-net is started by ridge\n");
        return 2;
    }
    set_proxies(json_object_get(all, "proxies"));
    int rc = begin(&net, all, jobs) || run(&net);
    for (size_t k = 0; k < net.n; k++)
        net_job_finish(net.job + k);
    free(net.job);
    curl_multi_cleanup(net.multi);
    curl_global_cleanup();
    json_decref(all);
    return rc;
}
