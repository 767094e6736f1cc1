# The online table for those who host for others: docker build -t comptoir .
FROM node:24-bookworm-slim AS page
WORKDIR /src
COPY web/package.json web/package-lock.json web/.npmrc web/
RUN npm ci --prefix web
COPY web web
COPY src src
RUN npm run --prefix web build

FROM python:3.13-slim-bookworm AS wheel
WORKDIR /src
COPY requirements/play.txt requirements/postgres.txt requirements/
RUN python -m venv /opt/comptoir \
    && /opt/comptoir/bin/pip install --no-cache-dir --require-hashes \
      -r requirements/play.txt -r requirements/postgres.txt
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY src src
COPY --from=page /src/src/comptoir/server/static src/comptoir/server/static
# Compiling the rules for most processors takes a minute or two, here and not where it runs.
RUN PYTHONPATH=src /opt/comptoir/bin/python -m comptoir warm --portable build/rules \
    && COMPTOIR_RULES=build/rules \
    /opt/comptoir/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.13-slim-bookworm
# A volume takes over who owns the folder it is mounted on.
RUN useradd --create-home --uid 10001 comptoir \
    && mkdir /data /backups /home/comptoir/.cache \
    && chown comptoir /data /backups /home/comptoir/.cache \
    && chmod 700 /backups
COPY --from=wheel /opt/comptoir /opt/comptoir
USER 10001
ENV PATH=/opt/comptoir/bin:$PATH COMPTOIR_DATA=/data
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s CMD \
    ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8765/healthz')"]
ENTRYPOINT ["comptoir"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8765", "--no-browser", "--log", "info"]
