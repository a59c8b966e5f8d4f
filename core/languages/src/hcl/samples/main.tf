resource "aws_instance" "web" {
  ami           = var.image
  instance_type = "t3.micro"

  tags = {
    Name = "web"
  }
}
