# A glibc base: the database, the index and the model are native programs built for it.
FROM node:22-bookworm-slim AS build
WORKDIR /winnow
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
ENV NODE_ENV=production WINNOW_HOST=0.0.0.0 WINNOW_DATA_DIR=/data
WORKDIR /winnow
COPY --from=build /winnow ./
# PostgreSQL refuses to run as root, and nothing else here needs to.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 7700
HEALTHCHECK --interval=10s --start-period=30s CMD node -e "fetch('http://127.0.0.1:7700/ready').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "dist/main.js", "serve"]
