# The query service. It is built on the machine that builds the image, so that no other processor is emulated.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts scripts
COPY templates templates
COPY src src
RUN node scripts/build.mjs cli

FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS install
ARG TARGETARCH=amd64
WORKDIR /app
COPY package.json package-lock.json ./
RUN case "$TARGETARCH" in amd64) cpu=x64 ;; *) cpu="$TARGETARCH" ;; esac \
  && npm ci --omit=dev --ignore-scripts --os=linux --libc=glibc --cpu="$cpu" --no-audit --no-fund \
  && mkdir data
COPY bin bin
RUN ln -s insight-report.js bin/insight-report

FROM node:24-bookworm-slim
COPY --from=install /app/package.json /app/package.json
COPY --from=install /app/bin /app/bin
COPY --from=install /app/node_modules /app/node_modules
COPY --from=build /app/dist/cli /app/dist/cli
COPY --from=install --chown=node:node /app/data /data
ENV NODE_ENV=production PATH=/app/bin:/usr/local/bin:/usr/bin:/bin
USER node
WORKDIR /data
VOLUME /data
EXPOSE 8788
# Running requests get five seconds; then everything is written to the file.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8788/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["insight-report"]
CMD ["serve", "--db", "/data/usage.duckdb", "--host", "0.0.0.0"]
