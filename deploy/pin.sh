#!/bin/sh
# Pin the images in Dockerfile and compose.yaml to the digests that their tags have now.
#
#     deploy/pin.sh
#
# Needs docker and access to the registry. Run it again to move on to newer images.
cd "$(dirname "$0")/.." || exit 2
images=$({ sed -n 's/^FROM \([^ ]*\).*/\1/p' Dockerfile
  sed -n 's/^ *image: *\([^ ]*\).*/\1/p' compose.yaml; } | sed 's/@.*//' | sort -u)
for image in $images; do
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}') || exit 1
  sed -i "s|$image\(@sha256:[0-9a-f]*\)\{0,1\}\( \|\$\)|$image@$digest\2|" Dockerfile compose.yaml
  echo "$image@$digest"
done
