// A member's access to the Vite of the primary.
import { request as forward } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HotPayload } from 'vite';
import { ESModulesEvaluator, type EvaluatedModuleNode, ModuleRunner } from 'vite/module-runner';
import type { ViteAnswer, ViteQuestion } from './messages.ts';

export type Vite = {
  /** Loads a module of the pages into this process, again after it was changed. */
  load<T>(file: string): Promise<T>;
  /** Adds Vite's own scripts to a document. */
  finish(url: string, html: string): Promise<string>;
  /** Serves modules to browsers. `guard` throws for those that get none. */
  serve(app: FastifyInstance, guard?: (request: FastifyRequest) => void): void;
};

const isModule = /^\/(@|src\/|node_modules\/|locales\/)/;

export function connectVite(port: number): Vite {
  const ask = openQuestions();
  const runner = new ModuleRunner(
    {
      transport: { invoke: (payload) => ask<Awaited<ReturnType<Invoke>>>((id) => ({ kind: 'vite.invoke', id, payload })) },
      hmr: false,
    },
    new ESModulesEvaluator(),
  );
  onAnswer((answer) => {
    if (answer.kind === 'vite.changed') forget(runner, answer.path);
  });
  return {
    load: (file) => runner.import(`/${file}`),
    finish: (url, html) => ask((id) => ({ kind: 'vite.document', id, url, html })),
    serve(app, guard = () => undefined) {
      app.addHook('onRequest', (request, reply, done) => {
        if (!isModule.test(request.url)) return done();
        guard(request);
        const { method, url: path, headers } = request.raw;
        const upstream = forward({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
          reply.raw.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(reply.raw);
        });
        upstream.on('error', (cause) => done(cause));
        upstream.end();
      });
    },
  };
}

type Invoke = (payload: HotPayload) => Promise<{ result: unknown } | { error: unknown }>;

/** A changed module is loaded again with all that import it. */
function forget({ evaluatedModules }: ModuleRunner, path: string): void {
  const pending = [...(evaluatedModules.getModulesByFile(path) ?? [])];
  const seen = new Set<EvaluatedModuleNode>();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    evaluatedModules.invalidateModule(node);
    for (const id of node.importers) {
      const importer = evaluatedModules.getModuleById(id);
      if (importer) pending.push(importer);
    }
  }
}

function openQuestions() {
  const open = new Map<number, (result: never) => void>();
  let asked = 0;
  onAnswer((answer) => {
    if (answer.kind !== 'vite.answer') return;
    open.get(answer.id)?.(answer.result as never);
    open.delete(answer.id);
  });
  return <T>(question: (id: number) => ViteQuestion): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>();
    const id = asked++;
    open.set(id, resolve);
    process.send?.(question(id));
    return promise;
  };
}

const onAnswer = (act: (answer: ViteAnswer) => void): void => void process.on('message', (message) => act(message as ViteAnswer));
